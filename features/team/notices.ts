import { awayNow } from '#features/owners/routing.ts'
import { backOn, type Candidate } from '#features/owners/rules.ts'

type MoveNotice = { userId: string; title: string }

const many = (count: number): string => `${count} ${count === 1 ? 'request' : 'requests'}`

/**
 * One notice for each person who got requests, with how many and from whom (and, where that person is away, until when they
 * work for them), and one for the person they came from. Nobody is notified of what they did themselves.
 */
export function noticesOf(
  to: readonly string[],
  {
    by,
    from,
    nameOf,
    now,
  }: {
    by: { id: string; name: string; timeZone: string }
    from: Candidate
    nameOf: (id: string) => string
    now: string
  },
): readonly MoveNotice[] {
  const counts = new Map<string, number>()
  for (const id of to) counts.set(id, (counts.get(id) ?? 0) + 1)
  const leave = awayNow(from, now)
  const away = leave
    ? ` You work for ${from.name}, who is out of office until ${backOn(leave.endAt, by.timeZone)}.`
    : ''
  const received = [...counts].map(([userId, count]) => ({
    userId,
    title: `${by.name} moved ${many(count)} from ${from.name} to you.${away}`,
  }))
  const given = {
    userId: from.id,
    title: `${by.name} moved ${many(to.length)} of yours: ${[...counts].map(([id, count]) => `${nameOf(id)} ${count}`).join(', ')}.`,
  }
  return [...received, given].filter(({ userId }) => userId !== by.id)
}
