import type { Product } from './product.ts';

let rooms = 0;

/** Opens a separate chat room for a test, as the administrator. */
export async function openRoom({ url, logins }: Product) {
  const json = { 'content-type': 'application/json' };
  const post = async (path: string, body: object, headers: Record<string, string> = json) =>
    (await (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as {
      access: string;
      id: number;
    };
  const { access } = await post('/token/', logins.administrator);
  const name = `Room ${++rooms} of ${process.pid}`;
  const room = await post('/apis/chat-rooms/create/', { name }, { ...json, authorization: `Bearer ${access}` });
  return { id: room.id, name };
}
