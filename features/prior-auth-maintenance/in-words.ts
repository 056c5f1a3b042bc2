import { usDate, addDays, daysBetween } from '#platform/dates/day.ts'
import { capitalized } from '#platform/text/capitalized.ts'
import { comesDownInSteps } from '#features/adjudication/drug-class.ts'
import { blockReachWords } from '#features/prior-auths/block-reach.ts'
import { priorAuthStatus } from '#features/prior-auths/statuses.ts'
import type { Acts, ListedPriorAuth } from './contract.ts'
import { plural } from '#platform/text/plural.ts'

// What the tab of prior authorizations says of each: pure words and figures, from what the server answered.

/** What is done with one, by the names the server allows it by. */
export type ChangeKind = 'extend' | 'change' | 'end'

/** Why the server does not allow an action now; undefined where it does. */
export const whyNot = (of: Acts, action: string): Acts['blockedReasons'][number] | undefined =>
  of.blockedReasons.find((one) => one.action === action)

export type Group = 'inForce' | 'later' | 'block' | 'ended'
export const groups: readonly { key: Group; label: string; chip: string }[] = [
  { key: 'inForce', label: 'In force', chip: 'In force' },
  { key: 'later', label: 'Starts later', chip: 'Later' },
  { key: 'block', label: 'Blocks', chip: 'Blocks' },
  { key: 'ended', label: 'Ended', chip: 'Ended' },
]
const { QUEUED, FUTURE, ACTIVE, USED_UP, EXPIRED, ENDED, BLOCK_ACTIVE, BLOCK_ENDED } = priorAuthStatus
/** The statuses of the groups, as the calls filter by them. */
export const statusesOf: Readonly<Record<Group, readonly number[]>> = {
  inForce: [QUEUED, ACTIVE],
  later: [FUTURE],
  block: [BLOCK_ACTIVE],
  ended: [USED_UP, EXPIRED, ENDED, BLOCK_ENDED],
}

/** The group a line stands in. */
export const groupOf = ({ statusId }: Pick<ListedPriorAuth, 'statusId'>): Group =>
  groups.find(({ key }) => statusesOf[key].includes(statusId))?.key ?? 'ended'

/** Days before its end that a prior authorization is marked. */
const SOON_DAYS = 7

type Window = Pick<ListedPriorAuth, 'startDate' | 'endDate'>

/** "tomorrow", "in 48 days", or the day it ended. */
export function endWords(of: Window & Pick<ListedPriorAuth, 'statusId'>, today: string): string {
  if (groupOf(of) === 'ended') return usDate(of.endDate)
  const left = daysBetween(today, of.endDate)
  return left <= 0 ? 'today' : left === 1 ? 'tomorrow' : `in ${left} days`
}
export const endsSoon = (of: Window & Pick<ListedPriorAuth, 'statusId'>, today: string): boolean =>
  groupOf(of) === 'inForce' && daysBetween(today, of.endDate) <= SOON_DAYS

/** How much of its days is over, 0 to 1. */
export function timeGone({ startDate, endDate }: Window, today: string): number {
  const days = daysBetween(startDate, endDate) + 1
  return Math.min(1, Math.max(0, (daysBetween(startDate, today) + 1) / days))
}

/** Fills it allows; null is any number. */
export const fillsAllowed = (of: Pick<ListedPriorAuth, 'oneTime' | 'maxFills'>): number | null =>
  of.oneTime ? 1 : of.maxFills

/** "1 of 2", "3 used". */
export function fillWords(of: Pick<ListedPriorAuth, 'kind' | 'oneTime' | 'maxFills' | 'fillsUsed'>): string {
  if (of.kind === 'BLOCK') return 'Rejects all'
  const most = fillsAllowed(of)
  return most === null ? `${of.fillsUsed} used` : `${of.fillsUsed} of ${most}`
}

const brands: Readonly<Record<string, string>> = { G: 'generic only', B: 'brand only', M: 'brand only' }

/** What it lets through, and what not, line by line; of a block, what it stops. */
export function reachWords(of: ListedPriorAuth, level: string): { lets: string[]; stops: string[] } {
  const who = [
    of.pharmacyNabp === null ? 'any pharmacy' : `only ${of.pharmacyName ?? `pharmacy ${of.pharmacyNabp}`}`,
    of.prescriberNpi === null ? 'any prescriber' : `only ${of.prescriberName ?? `prescriber ${of.prescriberNpi}`}`,
  ].join(', ')
  const what = [level, brands[of.brandFlag]].filter(Boolean).join(', ')
  if (of.kind === 'BLOCK') {
    const reach = of.blocks && of.blocks.stops.products + of.blocks.stays.products > 0 && blockReachWords(of.blocks)
    return {
      lets: reach && of.blocks!.stays.products > 0 ? [reach.stays] : [],
      stops: [`Every fill of ${what}`, capitalized(who), ...(reach ? [reach.stops] : [])],
    }
  }
  const { maxQtyPerFill: quantity, maxDaysPerFill: days } = of
  const each = [
    ...(quantity === null ? [] : [`up to ${quantity.toLocaleString('en-US')}`]),
    ...(days === null ? [] : [`for ${plural(days, 'day')}`]),
  ].join(' ')
  return {
    lets: [
      capitalized(what),
      each === '' ? 'Any quantity and days’ supply the plan pays' : capitalized(`${each} a fill`),
      ...(of.maxCostPerFill === null ? [] : [`Up to $${of.maxCostPerFill.toFixed(2)} a fill`]),
      capitalized(who),
    ],
    stops: [
      ...(quantity === null ? [] : [`More than ${quantity.toLocaleString('en-US')} a fill`]),
      ...(of.safetyIncluded ? [] : ['Safety rejects: a pharmacist clears those']),
      ...(of.overrideAll || of.codesCleared.length > 0 ? ['Any other reject code'] : ['Every reject code']),
    ],
  }
}

/**
 * What follows when its last day moves: a day later or sooner, fills that are lost, when the rejects return. What ends today
 * ends at once: fills of the days before are paid, whenever they are billed.
 */
export function consequences(
  of: Pick<
    ListedPriorAuth,
    'kind' | 'startDate' | 'endDate' | 'oneTime' | 'maxFills' | 'fillsUsed' | 'codesCleared' | 'gpiPrefix'
  >,
  last: string,
  today?: string,
): { good: string[]; bad: string[] } {
  const atOnce = last === today
  const move = daysBetween(of.endDate, last)
  const next = usDate(atOnce ? last : addDays(last, 1))
  if (of.kind === 'BLOCK')
    return move < 0 || atOnce
      ? { good: [`From ${next} the drug is no longer blocked`], bad: ['Other rejects still apply'] }
      : { good: [], bad: [`The drug is rejected ${plural(move, 'day')} longer, to ${usDate(last)}`] }
  const most = fillsAllowed(of)
  const left = most === null ? null : Math.max(0, most - of.fillsUsed)
  const codes = of.codesCleared.length > 0 ? ` with ${of.codesCleared.join(', ')}` : ''
  if (move < 0 || atOnce)
    return {
      good: [atOnce ? `Fills before ${usDate(last)} are still paid` : `Fills up to ${usDate(last)} are still paid`],
      bad: [
        atOnce
          ? 'No fill of today or later is paid'
          : left === null
            ? 'No later fill is paid'
            : `${plural(left, 'unused fill')} can be filled only until then`,
        `From ${next} the drug is rejected again${codes}`,
        ...(of.fillsUsed > 0 && comesDownInSteps(of.gpiPrefix)
          ? ['Stopping this drug at once can cause withdrawal: ask the prescriber for a taper first']
          : []),
      ],
    }
  if (move === 0) return { good: [], bad: [] }
  return {
    good: [
      `${plural(move, 'day')} longer, to ${usDate(last)}`,
      left === null ? 'Any number of fills' : `${plural(left, 'fill')} left of ${most}; extending adds none`,
    ],
    bad: left === 0 ? ['All fills are used: no more is paid until it allows more'] : [],
  }
}
