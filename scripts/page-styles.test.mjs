import { expect, test } from 'vitest';
import { pathOf } from '../apps/web/icons.ts';
import { stylesOf } from '../apps/web/page-styles.ts';

const css = `/*! kept */
@layer theme{:root{--used:1px;--of-used:2px;--gone:var(--of-gone);--of-gone:3px;--by-script:4px}}@layer base{h1{margin:var(--used)}}@layer utilities{.a{width:var(--used)}.off{width:var(--gone)}.hover\\:a:hover{height:calc(1px + var(--of-used))}@media (width>=40rem){.sm\\:b{color:red}.sm\\:\\[a\\;b\\{\\]{content:"}{;"}}}.a .deep{left:0}@property --used{syntax:"*";inherits:false}@property --gone{syntax:"*";inherits:false}@keyframes turn{to{rotate:1turn}}@keyframes stand{to{rotate:0}}.spin{animation:turn 1s}`;

test('a page has the rules of its classes, in their order, with the variables and animations of these', () => {
  const page = `<p className="a hover:a spin sm:[a;b{]">{style('--by-script')}</p>`;
  const all = stylesOf(css, page);
  expect(all).toContain('--used:1px;--of-used:2px;--by-script:4px');
  expect(all).not.toMatch(/gone|\.off\{|sm\\:b|stand/);
  for (const kept of [
    '/*! kept */',
    'h1{margin',
    '.a{width',
    '.hover\\:a:hover{',
    '.a .deep',
    '@property --used',
    '@keyframes turn',
    String.raw`.sm\:\[a\;b\{\]{content:"}{;"}`,
  ])
    expect(all).toContain(kept);
  expect(all.indexOf('h1{')).toBeLessThan(all.indexOf('.a{'));
  expect(all.indexOf('.a{')).toBeLessThan(all.indexOf('.spin{'));
});

test('what all pages say stays whatever a page has, and a group without rules goes', () => {
  expect(stylesOf('@layer a,b;@media print{.x{color:red}}@media print{p{color:red}}', '')).toBe(
    '@layer a,b;@media print{p{color:red}}',
  );
});

test.each([
  'time,.off',
  '.off,time',
  'li:is(header,.off)',
  ':where(.off,a)',
  '[title=".off"]',
  'p:not(.on)',
  '.on .off',
  'a[href="x,.off"]',
])('a rule stays that may be for an element without the class: %s', (selector) => {
  expect(stylesOf(`${selector}{top:0}`, 'on')).toBe(`${selector}{top:0}`);
});

test.each(['.off', '.off,.off\\:b', ':where(.off>:not(:last-child))', 'a.off:is(:hover,:focus)', '.off .on'])(
  'a rule goes that is for no element: %s',
  (selector) => {
    expect(stylesOf(`${selector}{top:0}`, 'on')).toBe('');
  },
);

test('nothing is lost where all classes are used', () => {
  const rules = '.a{color:red}.b:is(.c,.d){top:0}@supports (top:0){@media print{.a:not(.b){left:0}}}';
  expect(stylesOf(rules, 'a b c d')).toBe(rules);
});

test.each([
  // What begins by steps goes on by steps.
  [['path', { d: 'm5 8 6 6', key: 'x' }], 'M5 8l6 6'],
  [['path', { d: 'm18.84 12.25 1.72-1.71h-.02' }], 'M18.84 12.25l1.72-1.71h-.02'],
  [['path', { d: 'm4 5h16' }], 'M4 5h16'],
  [['path', { d: 'M4 5h16' }], 'M4 5h16'],
  [['circle', { cx: '12', cy: '12', r: '10' }], 'M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0z'],
  [
    ['circle', { cx: '16.5', cy: '7.5', r: '.5', fill: 'currentColor' }],
    'M16 7.5a0.5 0.5 0 0 1 1 0a0.5 0.5 0 0 1 -1 0z',
  ],
  [['line', { x1: '1', x2: '3', y1: '2', y2: '4' }], 'M1 2L3 4'],
  [['polyline', { points: '1 2 3 4' }], 'M1 2 3 4'],
  [['rect', { width: '4', height: '6', x: '1', y: '2' }], 'M1 2h4v6h-4z'],
  [
    ['rect', { width: '4', height: '6', x: '1', y: '2', rx: '1' }],
    'M2 2h2a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1z',
  ],
])('an icon’s part %j is the path %s', (part, path) => {
  expect(pathOf({ node: [part] })).toBe(path);
});

test('an icon that one path cannot draw ends the build', () => {
  expect(() => pathOf({ node: [['path', { d: 'M0 0', opacity: '.5' }]] }, 'pale.mjs')).toThrow('pale.mjs');
  expect(() => pathOf({ node: [['text', {}]] }, 'words.mjs')).toThrow('words.mjs');
});
