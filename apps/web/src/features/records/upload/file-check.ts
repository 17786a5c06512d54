import { reportBytes } from '@carecommons/contract/limits';
import { isHeic } from './as-jpeg.ts';

const types = ['application/pdf', 'image/png', 'image/jpeg'];
const endings = /\.(pdf|png|jpe?g)$/i;

/** What the choosing of a file offers first. */
export const acceptedFiles = [...types, '.pdf', '.png', '.jpg', '.jpeg'].join(',');

/** Why a file cannot be a report, as far as can be told before it is sent; the server looks into it. */
export function faultOfFile({ name, size, type }: Pick<File, 'name' | 'size' | 'type'>) {
  // Made a JPEG where the device can.
  const photo = isHeic({ name, type });
  // A device that does not know the type of a file says nothing of it.
  if (!photo && (type === '' ? !endings.test(name) : !types.includes(type))) return 'wrong-type';
  if (size === 0) return 'empty';
  return size > reportBytes ? 'too-large' : undefined;
}
