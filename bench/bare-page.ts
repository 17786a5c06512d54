import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const asTheProduct = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

/** Serves pages without our code: the best that a phone on that connection can do. */
export async function serveBarePages() {
  const kept: Buffer[] = [];
  const server = createServer((request, response) => {
    const page = kept[Number(request.url?.slice(1))];
    response.writeHead(page === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      ...(page && { 'content-encoding': 'br' }),
    });
    response.end(page);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    /** Takes a page of the product, and returns the address of its bare version. */
    async add(html: string): Promise<string> {
      return `http://127.0.0.1:${port}/${kept.push(await bareOf(html)) - 1}`;
    },
    close: () => server.close(),
  };
}

/** The text of a page, without scripts, styles, fonts and pictures, padded to the size that the page has on the wire. */
async function bareOf(html: string) {
  const { length: wanted } = await compress(html, asTheProduct);
  const text = html
    .replaceAll(/<(script|style)\b.*?<\/\1>/gs, '')
    .replaceAll(/<(?:link|img|use)\b[^>]*>/g, '')
    // Otherwise the browser requests a favicon.
    .replace('<head>', '<head>\n<link rel="icon" href="data:,">');
  const { length } = await compress(text, asTheProduct);
  // Text that brotli compresses to the number of missing bytes.
  const filling = randomBytes(Math.max(0, wanted - length)).toString('base64');
  return await compress(`${text}<!--${filling}-->`, asTheProduct);
}
