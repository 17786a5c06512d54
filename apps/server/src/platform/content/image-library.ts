import sharp from 'sharp';

// No other decoder of the library is ever handed a byte of an upload.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
sharp.cache(false);

/** What decodes pictures and writes them anew. Loaded with the first one: it takes memory even where none ever comes. */
export { sharp };
