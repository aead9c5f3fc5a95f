//! Serves the built page on this machine.

use anyhow::Result;

use crate::build::{Profile, build};
use crate::process::{become_program, program};

/// Builds the page with source maps and serves it until interrupted.
pub(crate) fn serve(port: u16) -> Result<()> {
    build(Profile::Debug)?;
    let mut server = program("node");
    server.arg("www/serve.mjs").arg(port.to_string());
    become_program(server)
}
