import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate of `localhost` that nobody has signed, for so many days, with its key: as files in a folder and as their text. */
export function makeCertificate(folder: string, days = 1) {
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
  const asked = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days ${days} -subj /CN=localhost
    -addext subjectAltName=DNS:localhost -keyout ${key} -out ${cert}`;
  execFileSync('openssl', asked.split(/\s+/), { stdio: 'ignore' });
  return { files: { key, cert }, key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}
