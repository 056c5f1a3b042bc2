import { oneTrip, implement } from '#platform/calls/handler.ts'
import { rejectCodes as dictionaryOf } from '#reference/reject-codes.ts'
import { rejectCodes } from './contract.ts'

const dictionary = dictionaryOf.map((code) => ({
  rejectCodeId: code.code,
  rejectCode: code.code,
  description: code.meaning,
  class: code.class,
  safety: code.safety,
  pendingWorthy: code.pend === 'y',
  overridableBy: code.by,
  fixHint: code.fixHint,
}))

export const handlers = implement(rejectCodes)({
  all: oneTrip(
    () => ({}),
    () => dictionary,
  ),
})
