import { expect, test } from 'vitest'
import { filesOf } from '#testing/structure/source.ts'
import { textsOf } from './collect.ts'
import { textSources } from './sources.ts'

/** What is said instead of each of these, docs/words.md has. */
const replaced: readonly [words: RegExp, but?: RegExp][] = [
  [/(?<![\w./-])\d{4}-\d{2}-\d{2}(?![\w-])/, /^(?:reference|features\/deadlines|platform\/start)\//],
  [/\d %/],
  [/\d dollars/],
  [/\bpermissions?\b/i, /^features\/(?:permissions|provenance)\//],
  [/\blegal time\b/, /transition-sentences/],
  [/\btaken back\b/i, /^features\/turnaround/],
  [/\b(?:stands|stand) in\b/i, /^(?:demo|features\/deadlines)\//],
  [/\blooked at anew\b|\bload it anew\b/],
  [/\bcounts as approved\b/, /transition-sentences/],
  [/\bis not right\b/],
  [/\bCall(?:ed)? (?:it )?off\b/i],
  [/\(needed\)/],
  [/^(?:Give|Say) (?:an?|the|one|at|how|what|which|who|why|when|in|\d)\b/],
  [/\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)\b/],
  [/\b(?:by|or) post\b|\bcould not be posted\b|\bafter posting\b|\bday of posting\b/i],
  [/\bapproved by law\b/i],
  [/\bcame of (?:it|the)\b/],
  [/\bWe kept what you typed\b/],
  [
    /\bA generic is cheaper\b|\bFit to the injury\b|\bNeeds approval first\b|\bToo early to refill\b|\bOver the plan limit\b/,
  ],
]

test('no text on a screen, in a letter or of the engine has words that were replaced, or figures as a machine writes them', () => {
  const found = textSources(filesOf)
    .flatMap(({ files }) => files)
    .flatMap((file) =>
      textsOf(file).flatMap(({ line, text }) =>
        replaced
          .filter(([words, but]) => words.test(text) && but?.test(file) !== true)
          .map(([words]) => `${file}:${line} ${String(words)} ${text}`),
      ),
    )
  expect(found).toEqual([])
})
