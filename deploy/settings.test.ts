import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { settingNames } from '../apps/server/src/platform/config/settings.ts';

// What is deployed names settings that there are, and no secret.

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, { environment?: Record<string, string> }>;
};

const others = ['NODE_ENV', 'npm_config_cache'];
const unknown = (names: string[]) => names.filter((name) => ![...settingNames, ...others].includes(name));

const manifests = parseAllDocuments(read('kubernetes.yaml')).map((document) => document.toJS() as Manifest);
interface Manifest {
  kind: string;
  data?: Record<string, string>;
}

test('every setting that the servers of compose.yaml are given is one', () => {
  for (const name of ['app1', 'app2', 'migrate']) {
    const given = Object.keys(compose.services[name]?.environment ?? {});
    expect(given.length).toBeGreaterThan(15);
    expect(unknown(given)).toEqual([]);
  }
});

test('every setting of the Kubernetes example is one', () => {
  const given = manifests.filter(({ kind }) => kind === 'ConfigMap').flatMap(({ data = {} }) => Object.keys(data));
  const secrets = /holds ([\s\S]*?)\.\n/.exec(read('kubernetes.yaml'))?.[1]?.match(/[A-Z][A-Z\d_]+/g) ?? [];
  expect(given.length).toBeGreaterThan(8);
  expect(secrets).toContain('MASTER_KEYS');
  expect(unknown([...given, ...secrets])).toEqual([]);
});

test('every setting of the image and of the service is one', () => {
  const image = [...read('Containerfile').matchAll(/^(?:ENV|   ) ?([A-Za-z_]+)=/gm)].map(([, name]) => name as string);
  const service = [...(/^Environment=(.*)$/m.exec(read('carecommons.service'))?.[1]?.matchAll(/(\w+)=/g) ?? [])];
  expect(image).toContain('DATA_DIR');
  expect(service.length).toBe(3);
  expect(
    unknown([...image, ...service.map(([, name]) => name as string)]).filter((n) => !n.startsWith('npm_')),
  ).toEqual([]);
});

test('no secret has a value in what is deployed: each comes from deploy/.env, and is missed where it is not there', () => {
  const made = [...read('secrets.sh').matchAll(/^([A-Z][A-Z\d_]*)=/gm)].map(([, name]) => name as string);
  expect(made.length).toBeGreaterThan(10);
  const used = new Set(read('compose.yaml').match(/\$\{[^}]+\}/g));
  for (const use of used) expect(use).toMatch(/^\$\{[A-Z][A-Z\d_]*:\?[^}]*\}$/);
  const usedNames = [...used].map((use) => /\w+/.exec(use)?.[0] as string);
  expect(made.filter((name) => !usedNames.includes(name))).toEqual([]);
  expect(usedNames.filter((name) => !made.includes(name))).toEqual([]);
  expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([]);
});
