import PostalMime from 'postal-mime';

export interface ReadEmail {
  to: string;
  subject: string;
  text: string;
  messageId: string;
  /** The address in it whose fragment is a token. */
  link: string | undefined;
  token: string | undefined;
}

/** An email as its reader sees it. */
export async function read(bytes: Uint8Array | string): Promise<ReadEmail> {
  const { to, subject = '', text = '', messageId = '' } = await PostalMime.parse(bytes);
  const [, link, token] = /(\S+#token=([\w-]+))/.exec(text) ?? [];
  return { to: to?.map(({ address }) => address).join(', ') ?? '', subject, text, messageId, link, token };
}
