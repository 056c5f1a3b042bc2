import { expect, test } from 'vitest'
import { importsOf, productFiles } from './source.ts'

const known = new Set(productFiles)
const isOwn = (file: string): boolean => file.startsWith('features/decisions/')

/** Every file that is reached from one, following imports of all kinds; the file itself is counted. */
function reachedFrom(start: string): Set<string> {
  const reached = new Set([start])
  const waiting = [start]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const { to } of importsOf(file)) {
      if (!known.has(to) || reached.has(to)) continue
      reached.add(to)
      waiting.push(to)
    }
  }
  return reached
}

/** The most files of other features, and of decisions/ outside its own folder, that an approval imports. */
const most = { others: 8, siblings: 23 }

const own = productFiles.filter((file) => file.startsWith('features/decisions/approve/'))
const direct = [...new Set(own.flatMap(importsOf).map(({ to }) => to))]
  .filter((to) => to.startsWith('features/'))
  .sort()
const others = direct.filter((to) => !isOwn(to))
const siblings = direct.filter((to) => isOwn(to) && !own.includes(to))

test(`approving a request imports at most ${most.others} files of other features`, () => {
  expect(own).toContain('features/decisions/approve/form.tsx')
  expect(others.length, others.join('\n')).toBeLessThanOrEqual(most.others)
})

test(`approving a request imports at most ${most.siblings} files of decisions/ outside its own folder`, () => {
  expect(siblings.length, siblings.join('\n')).toBeLessThanOrEqual(most.siblings)
})

test('what approving a request imports and reaches in all is counted', ({ annotate }) => {
  const say = (words: string): void => {
    process.stdout.write(`${words}\n`)
    void annotate(words)
  }
  say(
    `approve/ has ${own.length} files; they import ${siblings.length} files beside it in decisions/ and ${others.length} of other features`,
  )
  for (const side of ['handler.ts', 'form.tsx']) {
    const files = [...reachedFrom(`features/decisions/approve/${side}`)]
    const features = new Set(files.flatMap((file) => /^features\/([^/]+)\//.exec(file)?.[1] ?? []))
    say(
      `approve/${side} reaches ${files.length} files, ${files.filter((file) => file.startsWith('features/')).length} of them in ${features.size} features`,
    )
    expect(files.length).toBeGreaterThan(1)
  }
})
