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

/** The most files of other features the folder of an approval imports. */
const most = 8

test(`approving a request imports at most ${most} files of other features`, () => {
  const own = productFiles.filter((file) => file.startsWith('features/decisions/approve/'))
  const direct = own.flatMap(importsOf).map(({ to }) => to)
  const others = [...new Set(direct.filter((to) => to.startsWith('features/') && !isOwn(to)))].sort()
  expect(own).toContain('features/decisions/approve/form.tsx')
  expect(others.length, others.join('\n')).toBeLessThanOrEqual(most)
})

test('what approving a request reaches in all is counted', ({ annotate }) => {
  for (const side of ['handler.ts', 'form.tsx']) {
    const files = [...reachedFrom(`features/decisions/approve/${side}`)]
    const features = new Set(files.flatMap((file) => /^features\/([^/]+)\//.exec(file)?.[1] ?? []))
    const said = `approve/${side} reaches ${files.length} files, ${files.filter((file) => file.startsWith('features/')).length} of them in ${features.size} features`
    process.stdout.write(`${said}\n`)
    void annotate(said)
    expect(files.length).toBeGreaterThan(1)
  }
})
