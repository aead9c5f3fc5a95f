//! Where a fact was read.

/// A page, file or paper that facts of the built-in tables cite.
#[derive(Debug)]
pub struct Source {
    /// The id that rows cite.
    pub id: &'static str,
    /// What it is, as its publisher names it.
    pub title: &'static str,
    /// Address, or a locator such as `github:owner/name@commit:path`.
    pub url: &'static str,
    /// The day it was read, as `2026-11-30`.
    pub retrieved: &'static str,
}
