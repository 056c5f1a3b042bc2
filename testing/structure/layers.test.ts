import { expect, test } from 'vitest'
import { features } from '#features/all.ts'
import { cyclesOf, filesOf, importsIn, importsOf, isTest, productFiles, textOf } from './source.ts'
import { passedOn } from './passed-on.ts'

const layer = new Map<string, number>(features.map((name, at) => [name, at]))
const featureOf = (file: string): string | undefined => /^features\/([^/]+)\//.exec(file)?.[1]
/** Below a feature's own folder: nobody else's business. */
const isPrivate = (file: string): boolean => file.split('/').length > 3
const between = productFiles.flatMap(importsOf).flatMap((it) => {
  const [from, to] = [featureOf(it.from), featureOf(it.to)]
  return from && to && from !== to ? [{ ...it, fromFeature: from, toFeature: to }] : []
})
const words = (it: { from: string; to: string }): string => `${it.from} -> ${it.to}`

test('every folder of features stands once in features/all.ts, and nothing else does', () => {
  const folders = new Set(filesOf('features/*/**/*.{ts,tsx}').map(featureOf))
  expect([...folders].filter((it) => it !== undefined && !features.includes(it as never))).toEqual([])
})

test('a feature imports only features that stand before it in features/all.ts', () => {
  expect(between.filter((it) => layer.get(it.toFeature)! > layer.get(it.fromFeature)!).map(words)).toEqual([])
})

test("a feature imports only what lies directly in another feature's folder", () => {
  expect(between.filter((it) => isPrivate(it.to)).map(words)).toEqual([])
})

test("a feature never imports another feature's handlers, jobs or screens", () => {
  expect(between.filter((it) => /\/(handlers|jobs|screens)\.tsx?$/.test(it.to)).map(words)).toEqual([])
})

test("a screen imports another feature's parts only from pages and shell", () => {
  const parts = between.filter((it) => it.to.endsWith('.tsx') && !['pages', 'shell'].includes(it.fromFeature))
  expect(parts.map(words)).toEqual([])
})

/** What the files beside features/ need of it to start: everything else comes from features/all.ts by the name of a file's role. */
const started: readonly string[] = [
  'app.ts -> features/monitoring/rules.ts',
  'app.ts -> features/monitoring/sql.ts',
  'app.ts -> features/permissions/roles.ts',
  'app.ts -> features/scim/directory.ts',
  'app.ts -> features/transactions/services.ts',
  'browser.tsx -> features/shell/signed-in.tsx',
  'browser.tsx -> features/sign-in/signed-out.tsx',
  'demo-page.tsx -> features/sign-in/legal-panel.tsx',
  'demo-parts.ts -> features/all.ts',
  'demo-portal.ts -> features/permissions/roles.ts',
  'demo-portal.ts -> features/transactions/services.ts',
  'feature-parts.ts -> features/all.ts',
  'screens.ts -> features/sign-in/open-page.ts',
  'server-page.tsx -> features/shell/signed-in.tsx',
]
test('the files that start the portal name no feature but those named here', () => {
  const named = filesOf('*.{ts,tsx}')
    .flatMap(importsOf)
    .filter((it) => it.to.startsWith('features/'))
  expect([...new Set(named.map(words))].toSorted()).toEqual(started)
})

test('no folder below a feature or the platform is in an import cycle', () => {
  const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'))
  // A file above its feature's sub-folders, which none of them imports, gathers them: they may use what lies beside it.
  const usedFromBelow = new Set(
    productFiles
      .flatMap(importsOf)
      .filter((it) => isPrivate(it.from) && featureOf(it.from) === featureOf(it.to))
      .map((it) => it.to),
  )
  const gathers = (it: { from: string; to: string }) =>
    featureOf(it.from) !== undefined &&
    !isPrivate(it.from) &&
    isPrivate(it.to) &&
    featureOf(it.from) === featureOf(it.to) &&
    (/\/(contract|rules|handlers|jobs|screens)\.tsx?$/.test(it.from) || !usedFromBelow.has(it.from))
  const inner = productFiles.flatMap(importsOf).filter((it) => /^(features|platform)\//.test(it.to) && !gathers(it))
  const cycles = cyclesOf(inner.map((it) => [folderOf(it.from), folderOf(it.to)] as const))
  expect(cycles.map((group) => group.join(' '))).toEqual([])
})

/** A part of a feature: a sub-folder as a whole, or one file that lies directly in the feature's folder. */
const partOf = (file: string) => (isPrivate(file) ? file.slice(0, file.lastIndexOf('/')) : file)

test('no sub-folder of a feature is in an import cycle with others or with files beside it', () => {
  const inside = productFiles.flatMap(importsOf).filter((it) => {
    const feature = featureOf(it.from)
    return feature !== undefined && feature === featureOf(it.to)
  })
  const cycles = cyclesOf(inside.map((it) => [partOf(it.from), partOf(it.to)] as const))
  expect(cycles.filter((group) => group.some((part) => !/\.\w+$/.test(part))).map((it) => it.join(' '))).toEqual([])
})

/** What the product's folders may import of this repository, from the table of CONTRIBUTING.md. */
const allowed: Readonly<Record<string, RegExp>> = {
  features: /^(?:features|platform|reference)\//,
  platform: /^platform\//,
  // The legal texts say the portal's name and addresses, which are written in one module.
  reference: /^(?:reference|platform\/dates)\/|^platform\/brand\.ts$/,
  demo: /^(?:demo|platform)\//,
}
/** Files of this repository, and addresses that no file has; what is left is a package. */
const isOurs = (to: string): boolean => /[/.](?:tsx?|mjs|css|json|svg)(?:\?\w+)?$|^(?:registry|screens)$|\$\{/.test(to)
const outside = (imports: ReturnType<typeof importsOf>) =>
  imports.filter((it) => isOurs(it.to) && !allowed[it.from.split('/')[0]!]!.test(it.to))

test('features, platform, reference and demo import only what CONTRIBUTING.md allows', () => {
  expect(outside(productFiles.flatMap(importsOf)).map(words)).toEqual([])
})

test('no file that ships imports a test, what only tests import, or a pattern of files', () => {
  const tests = productFiles.flatMap(importsOf).filter((it) => isOurs(it.to) && isTest(it.to))
  expect(tests.map(words)).toEqual([])
  expect(productFiles.filter((file) => /\bimport\.meta\.glob\b|\brequire\(/.test(textOf(file)))).toEqual([])
})

test.each([
  "import { everyCall } from '#registry'",
  "import type { Call } from '#registry'",
  "import { world } from '#database/seed/world.ts'",
  "import { portal } from '#testing/portal-with-provider.ts'",
  "import { store } from '#demo/carrier/store.ts'",
  "import '../../tools/seed.ts'",
  "import '../../bench/data.ts'",
  "export { store } from '#demo/carrier/store.ts'",
  "export * from '../../screens.ts'",
  "const late = () => import('#database/seed/world.ts')",
  'const late = () => import(`../../tools/seed.ts`)',
  "type World = import('#database/seed/world.ts').World",
])('a feature is found that does: %s', (line) => {
  expect(outside(importsIn('features/eobr/rules.ts', line))).toHaveLength(1)
})

test.each(['reference/ncpdp.ts', 'platform/ids.ts', 'demo/carrier/store.ts'])('%s may import no feature', (file) => {
  expect(outside(importsIn(file, "import { eobr } from '#features/eobr/rules.ts'"))).toHaveLength(1)
})

/** Files with code of their own that also pass something on, exactly, each with the reason. */
const alsoPassOn: Readonly<Record<string, string>> = {
  'features/authorizations/contract.ts':
    'its shapes of a row are a file of their own; a contract is the address of all of them',
  'features/adjudication/rules.ts':
    "the engine's only address: its parts lie in sub-folders, which nobody else imports",
}
const passes = productFiles
  .map((file) => ({ file, ...passedOn(file, textOf(file)) }))
  .filter(({ names }) => names.length > 0)

test("no file only passes on another's exports", () => {
  expect(passes.filter(({ all }) => all).map(({ file, names }) => `${file}: ${names.join(' ')}`)).toEqual([])
})

test("a file that passes on another's exports beside its own is named here", () => {
  const some = passes.filter(({ file, all }) => !all && !(file in alsoPassOn))
  expect(some.map(({ file, names }) => `${file}: ${names.join(' ')}`)).toEqual([])
  expect(Object.keys(alsoPassOn).filter((file) => !passes.some((it) => it.file === file))).toEqual([])
})

test.each([
  "export * from './a.ts'",
  "export { a } from './a.ts'",
  "export type { A } from './a.ts'",
  "import { a } from './a.ts'\nexport { a }",
  "import { a as b } from './a.ts'\nexport { b as c }",
  "import type { A } from './a.ts'\nexport type { A }",
  "import { a } from './a.ts'\nexport const b = a",
  "import { a } from './a.ts'\nconst b = a\nexport { b }",
  "import type { A } from './a.ts'\nexport type B = A",
  "import a from './a.ts'\nexport default a",
])('a file that only passes on is found: %s', (text) => {
  expect(passedOn('features/eobr/all.ts', text).all).toBe(true)
})

test.each(["import { a } from './a.ts'\nexport const b = a()", 'const a = 1\nexport { a }', 'export type A = string'])(
  'nothing is passed on by: %s',
  (text) => {
    expect(passedOn('features/eobr/all.ts', text).names).toEqual([])
  },
)
