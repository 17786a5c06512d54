import { TextWriter, Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';

/** The files of a ZIP by their names, each held to its checksum, by another library than the one that wrote it. */
export async function unzip(zip: Uint8Array) {
  const reader = new ZipReader(new Uint8ArrayReader(zip), { checkSignature: true, useWebWorkers: false });
  const entries = (await reader.getEntries()).filter((entry) => !entry.directory);
  const at = (name: string) => {
    const found = entries.find(({ filename }) => filename === name);
    if (found === undefined) throw new Error(`${name} is not in the ZIP`);
    return found;
  };
  const text = async (name: string) => await at(name).getData(new TextWriter());
  return {
    names: entries.map(({ filename }) => filename),
    text,
    json: async (name: string): Promise<any> => JSON.parse(await text(name)),
    bytes: async (name: string) => Buffer.from(await at(name).getData(new Uint8ArrayWriter())),
    /** All of it as one text. */
    all: async () => (await Promise.all(entries.map(({ filename }) => text(filename)))).join('\n'),
  };
}
