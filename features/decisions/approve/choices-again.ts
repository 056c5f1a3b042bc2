import { usDate } from '#platform/dates/day.ts'
import type { SavedApproval } from '#features/authorizations/contract.ts'
import type { ApproveChoices } from '../draft.ts'

/** What the first of two people approved, as they would type it again; nothing where nothing was saved. */
export const choicesAgain = (first: SavedApproval | null): ApproveChoices =>
  first === null
    ? {}
    : {
        start: usDate(first.startDate),
        end: usDate(first.endDate),
        once: first.oneTimeFill,
        level: first.drugLevel,
        fills: first.maxFills,
        ...(first.maxQty !== null && { qty: String(first.maxQty) }),
        ...(first.maxDays !== null && { days: String(first.maxDays) }),
        ticks: Object.fromEntries(
          [...first.codes, ...(first.cleared ?? []).map(({ finding }) => finding)].map((name) => [name, true]),
        ),
        ...(first.cleared?.length && {
          acks: Object.fromEntries(first.cleared.map(({ finding, reason }) => [finding, reason])),
        }),
        ...(first.reasonId !== null && { reasonId: first.reasonId }),
        ...(first.note !== '' && { note: first.note }),
      }
