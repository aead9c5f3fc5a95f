import { browser } from "./harness.mjs"; import {readFile} from "node:fs/promises";
const c=await browser();const p=await (await c.newContext()).newPage();
for(const f of process.argv.slice(2)){const b=await readFile(f);const W=b.readUInt32BE(16),H=b.readUInt32BE(20);const hh=W>600?1500:1300;const n=Math.ceil(H/hh);
await p.setViewportSize({width:n*(W+10),height:Math.min(hh,H)});
await p.setContent(`<body style="margin:0;background:#888;display:flex;gap:10px">${Array.from({length:n},(_,i)=>`<div style="flex:none;width:${W}px;height:${hh}px;background:url(data:image/png;base64,${b.toString("base64")}) 0 -${i*hh}px no-repeat"></div>`).join("")}</body>`);
await p.waitForTimeout(300);
await p.screenshot({path:f.replace(/([^/]*)$/,"s-$1")});}
await c.close();
