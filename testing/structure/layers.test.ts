import { expect, test } from 'vitest'
import { features } from '#features/all.ts'
import { cyclesOf, filesOf, importsOf, productFiles, textOf } from './source.ts'

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
  const parts = between.filter(
    (it) => it.to.endsWith('.tsx') && !['pages', 'shell'].includes(it.fromFeature) && !it.typeOnly,
  )
  expect(parts.map(words)).toEqual([])
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

test('the platform imports no feature', () => {
  expect(
    productFiles
      .filter((file) => file.startsWith('platform/'))
      .flatMap(importsOf)
      .filter((it) => it.to.startsWith('features/') || it.to.startsWith('demo/'))
      .map(words),
  ).toEqual([])
})

test("no file only passes on another's exports", () => {
  const barrels = productFiles.filter((file) =>
    importsOf(file).some((it) => it.from !== it.to) ? onlyReexports(file) : false,
  )
  expect(barrels).toEqual([])
})

function onlyReexports(file: string): boolean {
  const code = textWithoutComments(file)
    .split(/\n(?=export|import|const|function|type|class)/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return code.length > 0 && code.every((part) => /^export\s+(type\s+)?[{*][^]*from\s+['"]/.test(part))
}

function textWithoutComments(file: string): string {
  return textOf(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}
