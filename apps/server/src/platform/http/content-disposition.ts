// Marks that turn the direction of text, or join it invisibly, make `report‮fdp.exe` look like another kind of file.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/gu;
const reserved = /["*/:<>?\\|%;]/g;
// Names that Windows keeps for devices, whatever extension follows.
const devices = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?=\.|$)/i;
const longest = 80;

/** A name under which a file may be saved on any system, made of a person's words and an extension of ours. */
export function safeFileName(title: string, extension: string): string {
  const words = title.toWellFormed().normalize('NFC').replaceAll(invisible, '').replaceAll(reserved, ' ');
  const short = [...words.replaceAll(/\s+/g, ' ').trim()].slice(0, longest).join('');
  const name = short
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '')
    .replace(devices, '_$1');
  return `${name === '' ? 'report' : name}.${extension}`;
}

/** The header that shows a file (`inline`) or saves it (`attachment`) under a name (RFC 6266, RFC 8187). */
export function contentDisposition(way: 'inline' | 'attachment', fileName: string): string {
  const plain = fileName.replaceAll(/[^ -~]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(/['()*!]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  return `${way}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
