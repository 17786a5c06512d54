/** What makes a PDF unfit to be handed on. */
export type PdfFault = 'active' | 'encrypted' | 'damaged' | 'markup';

/** A stream of objects (PDF 1.5), whose content has to be looked at too. */
export interface PackedObjects {
  data: Buffer;
  deflated: boolean;
}

// Whatever runs, opens or sends something, or brings another file along. These are too long to stand in compressed data
// by chance, so they are refused wherever they stand: an object may hide inside a stream, a string or a comment.
const activeAnywhere = /^(JavaScript|Launch|EmbeddedFiles?|RichMedia|Rendition|SubmitForm|ImportData|GoTo[ER]|XFA)$/;
// These would be found by chance, so they count between objects alone.
const activeInObjects = /^(JS|AA)$/;
const markup = /^(script|html|svg|iframe|object|embed|body|img|!doctype|\?php)/i;
const script = /^script/i;

const mostPacked = 2 * 1024 * 1024;
const endstream = Buffer.from('endstream', 'latin1');

const isSpace = (byte: number) => byte === 32 || (byte >= 9 && byte <= 13) || byte === 0;
const delimiters = new Set(Buffer.from('()<>[]{}/%', 'latin1'));
const isRegular = (byte: number) => !isSpace(byte) && !delimiters.has(byte);
const isHex = (byte: number) => (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 70) || (byte >= 97 && byte <= 102);
const [lf, cr, percent, open, close, slash, less, more, backslash] = [10, 13, 37, 40, 41, 47, 60, 62, 92];

// Bytes with which nothing begins that is looked for in a stream, nor the line end before it.
const plain = new Uint8Array(256).fill(1);
for (const byte of [slash, less, lf, cr, endstream[0] as number]) plain[byte] = 0;

type Place = 'objects' | 'comment' | 'string' | 'hex' | 'stream';

/**
 * Reads a PDF from its first byte to its last, as its syntax has it and not as its tables of contents claim, and notes
 * what it holds. Bytes come in pieces of any size.
 */
export function pdfScanner() {
  const seen = { faults: new Set<PdfFault>(), root: false, objects: false };
  const packed: PackedObjects[] = [];
  let place: Place = 'objects';
  let name: string | undefined;
  let tag: string | undefined;
  let tagPlace: Place = 'objects';
  let word = '';
  // The first of two brackets that may belong together, and whether `>>` was the last that stood here.
  let bracket = 0;
  let dictionaryEnded = false;
  let depth = 0;
  let escaped = false;
  // Of the object that is being read.
  let holdsObjects = false;
  let filters: string[] | undefined;
  let hasParameters = false;
  // Of the stream that is being read.
  let matched = 0;
  let lineEnd: 'cr-or-lf' | 'lf' | undefined;
  let keeps = false;
  let kept: Buffer | undefined;
  let keptBytes = 0;

  function endName() {
    const found = (name ?? '').replaceAll(/#([\da-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    name = undefined;
    if (activeAnywhere.test(found)) seen.faults.add('active');
    if (place !== 'objects') return;
    if (activeInObjects.test(found)) seen.faults.add('active');
    if (found === 'Encrypt' || found === 'Crypt') seen.faults.add('encrypted');
    if (found === 'Root') seen.root = true;
    // Readers unpack whatever a table points to, if only it says where its first object lies.
    if (found === 'ObjStm' || found === 'First') holdsObjects = true;
    if (found === 'DecodeParms') hasParameters = true;
    if (found === 'Filter') filters ??= [];
    else if (filters !== undefined && filters.length < 3 && /Decode$|^Fl$/.test(found)) filters.push(found);
  }

  function endTag() {
    // Text in a string may speak of tags, and a stream may be XML; a script has no business in either.
    const loose = tagPlace === 'string' || tagPlace === 'stream';
    if ((loose ? script : markup).test(tag ?? '')) seen.faults.add('markup');
    tag = undefined;
  }

  function endWord() {
    if (word === 'obj') {
      seen.objects = true;
      holdsObjects = false;
      filters = undefined;
      hasParameters = false;
    }
    if (word === 'stream' && dictionaryEnded) {
      place = 'stream';
      lineEnd = 'cr-or-lf';
      keeps = holdsObjects;
      keptBytes = 0;
    }
    word = '';
    dictionaryEnded = false;
  }

  function endStream() {
    place = 'objects';
    matched = 0;
    if (!keeps) return;
    keeps = false;
    const deflated = filters?.length === 1 && filters[0]?.startsWith('Fl') === true;
    if ((filters !== undefined && !deflated) || hasParameters) seen.faults.add('damaged');
    else packed.push({ data: Buffer.from(kept?.subarray(0, keptBytes - endstream.length) ?? []), deflated });
  }

  function readObjects(byte: number) {
    if (word !== '' && (!isRegular(byte) || word.length > 20)) endWord();
    if (place === 'stream') return readStream(byte);
    const pair = bracket === byte;
    if (bracket === less && !pair) {
      place = 'hex';
      bracket = 0;
      return readHex(byte);
    }
    bracket = !pair && (byte === less || byte === more) ? byte : 0;
    if (byte === more) dictionaryEnded = pair;
    else if (delimiters.has(byte)) dictionaryEnded = false;
    if (byte === percent) place = 'comment';
    else if (byte === open) [place, depth] = ['string', 1];
    else if (isRegular(byte) && name === undefined) word += String.fromCharCode(byte);
  }

  function readHex(byte: number) {
    if (byte === more) place = 'objects';
    else if (!isHex(byte) && !isSpace(byte)) seen.faults.add('damaged');
  }

  function readString(byte: number) {
    if (escaped) escaped = false;
    else if (byte === backslash) escaped = true;
    else if (byte === open) depth += 1;
    else if (byte === close && --depth === 0) place = 'objects';
  }

  function readStream(byte: number) {
    // The line end after the word `stream` is not of the content.
    if (lineEnd !== undefined) {
      const first = lineEnd === 'cr-or-lf';
      lineEnd = first && byte === cr ? 'lf' : undefined;
      if (byte === lf || (first && byte === cr)) return;
    }
    if (keeps) {
      kept ??= Buffer.allocUnsafe(mostPacked);
      if (keptBytes < mostPacked) kept[keptBytes++] = byte;
      else seen.faults.add('damaged');
    }
    while (matched > 0 && byte !== endstream[matched]) matched = matched === 7 ? 1 : 0;
    if (byte === endstream[matched]) matched += 1;
    if (matched === endstream.length) endStream();
  }

  return {
    seen,

    push(chunk: Uint8Array) {
      for (let at = 0; at < chunk.length; at++) {
        // Most of a PDF is the inside of streams, where few bytes matter.
        if (place === 'stream' && !keeps && name === undefined && tag === undefined && matched === 0) {
          while (at < chunk.length - 1 && plain[chunk[at] as number] === 1) at++;
        }
        const byte = chunk[at] as number;
        if (name !== undefined) {
          if (isRegular(byte) && name.length < 80) name += String.fromCharCode(byte);
          else endName();
        }
        if (byte === slash) name = '';
        if (tag !== undefined) {
          tag += String.fromCharCode(byte);
          if (tag.length > 8) endTag();
        }
        if (byte === less) [tag, tagPlace] = ['', place];

        if (place === 'stream') readStream(byte);
        else if (place === 'objects') readObjects(byte);
        else if (place === 'string') readString(byte);
        else if (place === 'hex') readHex(byte);
        else if (byte === lf || byte === cr) place = 'objects';
      }
    },

    /** The packed objects found since the last time. */
    take: () => packed.splice(0),

    end() {
      if (name !== undefined) endName();
      if (tag !== undefined) endTag();
      if (place !== 'objects' && place !== 'comment') seen.faults.add('damaged');
    },
  };
}
