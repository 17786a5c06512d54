import { PDFDocument, type PDFObject, setLog } from 'mupdf';

/** Why a PDF cannot be rewritten. */
export type PdfFault = 'encrypted' | 'damaged';

const words = (text: string) => new Set(text.split(' '));

// The only keys that the catalog may keep: all others act, bring files along, or are for one program only.
const catalogKeys = words(
  'Type Version Extensions Pages PageLabels Names Dests ViewerPreferences PageLayout PageMode Outlines AcroForm ' +
    'StructTreeRoot MarkInfo Lang OutputIntents OCProperties',
);
// Keys that run, open, send or hide something, wherever they are.
const neverKeys = words(
  'AA OpenAction JS JavaScript XFA EmbeddedFiles EF AF RF Renditions AlternatePresentations RichMediaContent ' +
    'RichMediaSettings Metadata PieceInfo SpiderInfo',
);
const actionKeys = words('A PA');
const harmlessActions = words('GoTo URI');
const harmfulActions = words(
  'JavaScript Launch GoToR GoToE SubmitForm ImportData Rendition Movie Sound RichMediaExecute GoTo3DView',
);
const harmlessAddress = /^(https?|mailto|tel):/i;
const harmfulAnnotations = words('FileAttachment RichMedia Movie Sound Screen 3D');
const deepest = 100;

// MuPDF's messages about a file are of no use to readers of our output.
setLog(() => {});

/**
 * Rewrites a PDF: keeps what its pages reach, and removes scripts, actions other than links, embedded files, and
 * signatures, which would no longer be valid. Rewriting the result changes nothing.
 */
export function cleanPdf(data: Uint8Array): Uint8Array | PdfFault {
  try {
    const doc = PDFDocument.openDocument(data, 'application/pdf') as PDFDocument;
    if (doc.needsPassword() || !doc.getTrailer().get('Encrypt').isNull()) return 'encrypted';
    for (let id = 1; id < doc.countObjects(); id++) cleanObject(doc, id);
    cleanCatalog(doc.getTrailer().get('Root'));
    // A file that needs repair is truncated, or contains something else; nobody knows what is missing.
    if (doc.countPages() === 0 || doc.wasRepaired()) return 'damaged';
    return doc.saveToBuffer('garbage=2,compress,objstms').asUint8Array().slice();
  } catch (error) {
    // After this error the library cannot be used again.
    if ((error as Error).name === 'RuntimeError') throw error;
    return /encrypt|crypt|password/i.test(String(error)) ? 'encrypted' : 'damaged';
  }
}

function cleanObject(doc: PDFDocument, id: number) {
  const object = doc.newIndirect(id);
  if (!object.isStream()) return clean(object, 0);
  if (nameAt(object, 'Type') === 'EmbeddedFile') return doc.deleteObject(id);
  clean(object, 0);
  // Otherwise its content would be that of another file.
  for (const key of ['F', 'FFilter', 'FDecodeParms']) object.delete(key);
}

function clean(object: PDFObject, depth: number) {
  if (depth > deepest) throw new Error('Too deep');
  if (object.isDictionary()) cleanDictionary(object);
  object.forEach((value) => {
    if (!value.isIndirect() && (value.isDictionary() || value.isArray())) clean(value, depth + 1);
  });
}

function cleanDictionary(object: PDFObject) {
  if (isHarmful(object)) {
    for (const key of keysOf(object)) object.delete(key);
    return;
  }
  const isField = nameAt(object, 'FT') === 'Sig';
  for (const key of keysOf(object)) {
    const isAction = actionKeys.has(key) && nameAt(object.get(key), 'S') !== undefined;
    if (neverKeys.has(key) || (isField && key === 'V')) object.delete(key);
    else if (isAction && !harmlessActions.has(nameAt(object.get(key), 'S') ?? '')) object.delete(key);
    else if (isAction) object.get(key).delete('Next');
    else if (key === 'Annots') cleanAnnotations(object.get(key));
  }
}

/** Whether a dictionary is a harmful action or a signature. */
function isHarmful(object: PDFObject) {
  const action = nameAt(object, 'S');
  if (!object.get('JS').isNull() || !object.get('ByteRange').isNull()) return true;
  if (action === 'URI') return !harmlessAddress.test(textAt(object, 'URI'));
  return action !== undefined && harmfulActions.has(action) && nameAt(object, 'Type') !== 'StructElem';
}

function cleanAnnotations(annotations: PDFObject) {
  if (!annotations.isArray()) return;
  for (let at = annotations.length - 1; at >= 0; at--) {
    if (harmfulAnnotations.has(nameAt(annotations.get(at), 'Subtype') ?? '')) annotations.delete(at);
  }
}

function cleanCatalog(catalog: PDFObject) {
  for (const key of keysOf(catalog)) if (!catalogKeys.has(key)) catalog.delete(key);
  const names = catalog.get('Names');
  if (names.isDictionary()) for (const key of keysOf(names)) if (key !== 'Dests') names.delete(key);
  const form = catalog.get('AcroForm');
  if (form.isDictionary()) form.delete('SigFlags');
  if (nameAt(catalog, 'PageMode') === 'UseAttachments') catalog.delete('PageMode');
}

function keysOf(dictionary: PDFObject): string[] {
  const keys: string[] = [];
  dictionary.forEach((_, key) => keys.push(String(key)));
  return keys;
}

function nameAt(object: PDFObject, key: string): string | undefined {
  if (!object.isDictionary()) return undefined;
  const value = object.get(key);
  return value.isName() ? value.asName() : undefined;
}

function textAt(object: PDFObject, key: string): string {
  const value = object.get(key);
  return value.isString() ? Buffer.from(value.asByteString()).toString('latin1') : '';
}
