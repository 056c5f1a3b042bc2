import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatMessage } from './contract.ts'
import { nextPosition, withNews, type LogNews } from './message-log.ts'

const message = (index: number): ChatMessage => ({
  index,
  type: 'Message',
  from: { type: 'Agent', nickname: 'Theo Bannerman' },
  text: `Message ${index}`,
  utcTime: '2026-11-23T15:00:00Z',
})
const news = (from: number, to: number, chatEnded = false) => ({
  messages: Array.from({ length: Math.max(0, to - from) }, (_, at) => message(from + at)),
  chatEnded,
  state: chatEnded ? ('ENDED' as const) : ('TALKING' as const),
  agent: 'Theo Bannerman',
  typing: false,
})

test('a chat shows each message once and in order, also when answers come late, twice or in another order', () => {
  const span = fc.tuple(fc.nat(30), fc.nat(30)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
  fc.assert(
    fc.property(fc.array(span, { maxLength: 12 }), (spans) => {
      let log: LogNews | undefined
      for (const [from, to] of spans) log = withNews(log, news(from, to))
      const shown = (log?.messages ?? []).map(({ index }) => index)
      expect(shown).toEqual([...new Set(shown)].toSorted((a, b) => a - b))
      // What is missing is asked for: from the first gap on, until all is there.
      for (let asked = 0; asked < 30 && nextPosition(log?.messages ?? []) < 30; asked += 1) {
        const from = nextPosition(log?.messages ?? [])
        log = withNews(log, news(from, Math.min(30, from + 7)))
      }
      expect(log?.messages.map(({ index }) => index)).toEqual([...Array(30).keys()])
    }),
  )
})

test('a chat that ended stays ended when an earlier answer comes late', () => {
  const ended = withNews(undefined, news(0, 3, true))
  expect(withNews(ended, news(0, 2))).toMatchObject({ chatEnded: true, state: 'ENDED' })
  expect(withNews(ended, news(3, 4)).messages).toHaveLength(4)
})
