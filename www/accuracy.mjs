// Makes accuracy.html from src/core/data/accuracy.md, which `cargo xtask accuracy DIR --write` writes: no figure is typed here.
// A task, a rule or a reason without words stops the build, so that none is left out unseen; of columns the page has those below.

/** By the name in the document: [Chinese, English]. */
const tasks = {
  "training.throughput": ["训练速度", "Training speed"],
  "training.runs": ["整次训练的用时", "Whole training runs"],
  "training.mlperf": ["MLPerf 训练", "MLPerf training"],
  "memory.language": ["语言模型的显存", "Memory of language models"],
  "memory.diffusion": ["图像与视频的显存", "Memory of images and videos"],
  "inference.decode": ["生成速度（逐 token）", "Decoding"],
  "inference.prefill": ["读取提问", "Prefill"],
  "inference.single_request": ["单个请求的用时", "A single request"],
  "inference.saturated_dense": ["满载吞吐，稠密模型", "Saturated, dense models"],
  "inference.saturated_moe": ["满载吞吐，混合专家模型", "Saturated, mixtures of experts"],
  "inference.mlperf": ["MLPerf 推理", "MLPerf inference"],
  "diffusion.time": ["图像与视频的用时", "Time of images and videos"],
};

/** Columns of the table of errors, in the order of the page; a bar stands beside what it is for. */
const columns = {
  rows: ["实测行数", "Rows"],
  refused: ["不估算", "Refused"],
  "median %": ["误差中位数 %", "Median error %"],
  "bar %": ["我们的标准 %", "Our bar %"],
  "90 % of rows below %": ["九成的行误差低于 %", "Nine in ten rows below %"],
  "in range %": ["落在所示区间内 %", "Inside the range shown %"],
  "under by 10 %": ["低估一成以上 %", "Under by a tenth %"],
  "left out: median %": ["去掉来源后：误差中位数 %", "Source left out: median error %"],
  "left out: bar %": ["去掉来源后：标准 %", "Source left out: bar %"],
  "left out: in range %": ["去掉来源后：区间内 %", "Source left out: inside the range %"],
};

const rules = {
  "6ND at 40 % MFU": ["6 × 参数 × token，MFU 40%", "6 × parameters × tokens at 40% MFU"],
  "LLaMA-Factory": ["LLaMA-Factory 的显存表", "LLaMA-Factory's table"],
  "params × bytes × 1.2": ["参数 × 字节 × 1.2", "Parameters × bytes × 1.2"],
  "weights and a fifth": ["权重再加两成", "Weights and a fifth"],
  "bandwidth / weights": ["带宽 ÷ 权重", "Bandwidth ÷ weights"],
  "40 % of the peak": ["峰值的 40%", "40% of the peak"],
};

/** Why some rows are far off; by the words before the colon in the document. */
const reasons = {
  "Long sequences over several GPUs (`CP`)": "多卡分摊长序列（CP）：估算认为键值的交换大多能藏在计算后面，实际没有那么多。",
  "Mixtures of experts between nodes": "跨节点的混合专家模型：同一软件的不同版本，在同样的卡上相差一倍。",
  "Whole runs": "整次训练：没有人公布 GPU 停了多久；逐步调优过的最多快一半，Llama 3.1 8B 则用了两倍时间。",
  "Memory of large trainings over several kinds of parallelism": "多种并行方式的大规模训练的显存：公布的是 PyTorch 预留的量，其中有一部分闲置。",
  QLoRA: "QLoRA：各框架保留为 32 位的部分不同。",
  "Prompts in llama.cpp": "llama.cpp 读取提问：同样的卡和模型，不同的行相差十倍（A100 SXM 与 A100 PCIe）。",
  "Many users of a small mixture of experts": "许多人同时使用小型混合专家模型：瓶颈是主机而不是 GPU，而主机各不相同。",
};

const worst = {
  row: ["行", "Row"],
  measured: ["实测", "Measured"],
  likely: ["估算", "Estimate"],
  "error %": ["误差 %", "Error %"],
  "rule: error %": ["常用算法的误差 %", "A rule's error %"],
  "read as": ["按什么读入", "Read as"],
};

/** The page, from the text of the document and the head of index.html up to its title. */
export function accuracyPage(document, head) {
  const [errors, byRule, rows] = tables(document);
  return `${head
    .replace('<html lang="zh-CN">', '<html lang="zh-CN" data-zh="估算有多准 · GPU 租用成本计算器" data-en="How exact the estimates are · GPU rental cost calculator">')
    .replace(/<title>.*<\/title>/, "<title>估算有多准 · How exact the estimates are</title>")}
  </head>
  <body>
    <header>
      <h1>${both(["估算有多准", "How exact the estimates are"])}</h1>
      ${paragraphs(
        "每项估算都与别人公布的实测值逐行比较。下面的数字全部由一条命令算出，没有一个是手填的。<a href=\"index.html?lang=zh-CN\">返回计算器</a> · <a href=\"?lang=en\" hreflang=\"en\">English</a>",
        "Every estimate is compared, row by row, with what others measured and published. One command computes all figures below; none is typed by hand. <a href=\"index.html?lang=en\">Back to the calculator</a> · <a href=\"?lang=zh-CN\" hreflang=\"zh-CN\">中文</a>",
      )}
    </header>
    <main class="accuracy">
      <section aria-labelledby="errors">
        <h2 id="errors">${both(["各项任务的误差", "Errors by task"])}</h2>
        ${paragraphs(
          "“去掉来源后”是最严的检验：预测一个来源的行时，模型没有用这个来源拟合过。区间的目标是容纳八成的行。MLPerf 的成绩由厂商调到极致，不设标准。",
          "“Source left out” is the hardest check: the rows of a source are predicted by a model that was fitted without it. A range is meant to hold eight rows in ten. Rows of MLPerf are tuned by vendors to the last; they have no bar.",
        )}
        ${table(both(["误差、标准与区间", "Errors, bars and ranges"]), both(["任务", "Task"]), Object.values(columns), errors.map((row) => [task(row.task), ...Object.keys(columns).map((name) => cell(row, name) + missed(row, name))]))}
      </section>
      <section aria-labelledby="rules">
        <h2 id="rules">${both(["常用算法在同样的行上", "Common rules on the same rows"])}</h2>
        ${table(both(["误差中位数", "Median errors"]), both(["任务", "Task"]), [["常用算法", "Rule"], ["实测行数", "Rows"], ["它的误差 %", "Its error %"], ["我们的误差 %", "Our error %"]],
          byRule.map((row) => [task(row.task), words(rules, row.rule), cell(row, "rows"), cell(row, "its median error %"), cell(row, "ours %")]))}
      </section>
      <section aria-labelledby="weak">
        <h2 id="weak">${both(["哪里不准，为什么", "What is weak, and why"])}</h2>
        <ul>${weak(document).map(([chinese, english]) => `<li>${both([chinese, english])}</li>`).join("")}</ul>
      </section>
      <section aria-labelledby="worst">
        <h2 id="worst">${both(["每项任务最差的十行", "The ten worst rows of each task"])}</h2>
        ${Object.keys(tasks).map((name) => worstOf(name, rows.filter((row) => row.task === name))).join("")}
      </section>
    </main>
  </body>
</html>
`;
}

function worstOf(name, rows) {
  if (rows.length === 0) throw new Error(`accuracy.md has no worst rows of ${name}`);
  const [first, ...others] = Object.keys(worst);
  const body = rows.map((row) => Object.keys(worst).map((column) => cell(row, column)));
  return `<details><summary>${task(name)}</summary>${table(task(name), both(worst[first]), others.map((column) => worst[column]), body)}</details>`;
}

/** Every table as a list of objects by its head; those without a head of tasks are left out. */
function tables(document) {
  const found = document.match(/^\| task .*\n(\|.*\n)+/gm) ?? [];
  if (found.length !== 3) throw new Error(`accuracy.md has ${found.length} tables of tasks, not 3`);
  return found.map((text) => {
    const [head, , ...rows] = text.trim().split("\n").map((line) => line.slice(1, -1).split("|").map((part) => part.trim()));
    return rows.map((row) => Object.fromEntries(head.map((name, index) => [head.indexOf(name) < index ? `left out: ${name}` : name, row[index]])));
  });
}

function weak(document) {
  const [, list = ""] = /## What is weak, and why\n\n((?:- .*\n)+)/.exec(document) ?? [];
  return list.trim().split("\n").map((line) => {
    const english = line.slice(2);
    const name = english.slice(0, english.indexOf(": ") === -1 ? undefined : english.indexOf(": "));
    if (reasons[name] === undefined) throw new Error(`no Chinese for the reason "${name}" of accuracy.md`);
    return [reasons[name], escape(english.replaceAll("`", ""))];
  });
}

function task(name) {
  return words(tasks, name);
}

function words(known, name) {
  if (known[name] === undefined) throw new Error(`no words for "${name}" of accuracy.md`);
  return both(known[name]);
}

/** Says of a bar that it is not held. */
function missed(row, name) {
  const isMissed = name.endsWith("bar %") && Number(row[name]) < Number(row[name.replace("bar %", "median %")]);
  return isMissed ? ` <b>${both(["未达到", "missed"])}</b>` : "";
}

function cell(row, name) {
  if (row[name] === undefined) throw new Error(`accuracy.md has no column "${name}"`);
  return escape(row[name]);
}

function both([chinese, english]) {
  return `<span lang="zh-CN">${chinese}</span><span lang="en">${english}</span>`;
}

function paragraphs(chinese, english) {
  return `<p lang="zh-CN">${chinese}</p><p lang="en">${english}</p>`;
}

let tablesDrawn = 0;

function table(caption, first, heads, rows) {
  const head = [first, ...heads.map(both)].map((text) => `<th scope="col">${text}</th>`).join("");
  const body = rows.map(([name, ...cells]) => `<tr><th scope="row">${name}</th>${cells.map((text) => `<td>${text}</td>`).join("")}</tr>`);
  const id = `table-${(tablesDrawn += 1)}`;
  return `<div class="prices" tabindex="0" role="group" aria-labelledby="${id}"><table><caption id="${id}">${caption}</caption><thead><tr>${head}</tr></thead><tbody>\n${body.join("\n")}\n</tbody></table></div>`;
}

function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
