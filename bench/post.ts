/** Posts a body to the product, with an access token if given; throws if it is refused. */
export async function post<Reply>(base: string, path: string, body: unknown, access = ''): Promise<Reply> {
  const answer = await fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(access === '' ? {} : { authorization: `Bearer ${access}` }) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${path} answers ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Reply;
}
