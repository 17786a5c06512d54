// As many as a canvas of an iPhone holds.
const pixelsAtMost = 16_000_000;
const quality = 0.9;

/** Whether a file is a photo as iPhones keep it. */
export const isHeic = ({ name, type }: Pick<File, 'name' | 'type'>) =>
  /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

/** A photo as JPEG, where this device can read it: iPhones and Macs read HEIC, most others do not. Nothing else of it is kept, such as its place. */
export async function asJpeg(photo: File): Promise<File | undefined> {
  const picture = await createImageBitmap(photo).catch(() => undefined);
  if (picture === undefined) return undefined;
  const scale = Math.min(1, Math.sqrt(pixelsAtMost / (picture.width * picture.height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(picture.width * scale);
  canvas.height = Math.floor(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const jpeg = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, 'image/jpeg', quality);
  });
  if (jpeg === null) return undefined;
  const name = photo.name.replace(/\.hei[cf]$/i, '.jpg');
  return new File([jpeg], name, { type: 'image/jpeg', lastModified: photo.lastModified });
}
