import { expect, test } from 'vitest'
import { rejectionReasons } from '#reference/rejection-reasons.ts'
import { explains, whyNotExplained } from '#features/authorizations/explains.ts'
import { adjuster, reject } from './testing-rules.ts'
import { detailOf, factsOf, now } from './testing-detail.ts'
import { whyNotReject } from './denial.ts'
import { reasonChoices } from './reject/choices.ts'
import { untrue, untrueReasons, whyNotTrue, type ClaimFacts } from './reason-fits.ts'

const tablet: ClaimFacts = {
  dea_schedule: null,
  compound_code: 1,
  rejects: [],
  drug: { otc: false, repackaged: false },
  delivery_type_id: 1,
}

test.each([
  ['a prescription drug of a retail pharmacy', {}, [12, 16, 17, 18]],
  ['a controlled drug', { dea_schedule: 'CII', drug: null }, [12, 16, 18]],
  ['an over-the-counter item', { drug: { otc: true, repackaged: false } }, [12, 16, 17]],
  ['a repackaged product', { drug: { otc: false, repackaged: true } }, [12, 16, 18]],
  ['a product the engine stopped as repackaged', { rejects: [{ rejectCode: '645' }] }, [12, 16, 18]],
  ['a fill a physician dispensed', { delivery_type_id: 4 }, [12, 16, 18]],
  [
    'a fill of a pharmacy the engine stopped as outside of the network',
    { rejects: [{ rejectCode: '560' }] },
    [16, 17, 18],
  ],
  ['a compound of a pharmacy', { compound_code: 2, drug: null }, [12, 17, 18]],
  ['a compound a physician dispensed', { compound_code: 2, drug: null, delivery_type_id: 4 }, [12, 18]],
  ['a drug that is not on file', { drug: null }, [12, 16]],
  ['a drug in advance, of any dispenser', { delivery_type_id: undefined }, [12, 16, 18]],
] as const)('of %s these reasons cannot be true', (_, more, ids) => {
  const of: ClaimFacts = { ...tablet, ...more }
  expect(untrueReasons(of)).toEqual(ids)
  const reasons = rejectionReasons.map(({ id, reason, noteRequired }) => ({
    reasonId: id,
    description: reason,
    requiresNote: noteRequired,
    letterText: null,
    default: false,
    urOnly: false,
  }))
  const offered = reasonChoices({ reasonsNotAllowed: [], untrueReasons: untrueReasons(of) }, reasons, false)
  expect(offered.map(({ reasonId }) => reasonId)).toEqual(
    rejectionReasons.map(({ id }) => id).filter((id) => !(ids as readonly number[]).includes(id)),
  )
})

test('each reason of the list has its rule', () => {
  expect(Object.keys(untrue).map(Number)).toEqual(rejectionReasons.map(({ id }) => id))
})

const gpi = '65100020100320'
test.each<[number, string, Partial<ClaimFacts>]>([
  [
    10,
    'Nothing of this drug was filled in the 180 days before.',
    { gpi, on_file: { filled: false, requested: true, treats: false } },
  ],
  [
    11,
    'The prescriber is an authorized treating provider of this claim.',
    { on_file: { filled: true, requested: true, treats: true } },
  ],
  [12, 'The pharmacy is in the network, or none may be required here.', {}],
  [16, 'This is not a compound.', {}],
  [17, 'This is a compound, and a pharmacy dispenses it.', { compound_code: 2 }],
  [17, 'This product is not repackaged, and a pharmacy dispenses it.', {}],
  [18, 'This is a controlled prescription drug, not an over-the-counter item.', { dea_schedule: 'CIV' }],
  [18, 'This is a compound, not an over-the-counter item.', { compound_code: 2 }],
  [18, 'This is a prescription drug, not an over-the-counter item.', {}],
  [
    20,
    'No other request for this drug is on file.',
    { gpi, on_file: { filled: true, requested: false, treats: false } },
  ],
  [23, 'Deferring review for a dispute about liability is a rule of California.', { juris_state: 'TX' }],
])('reason %i is refused in words: %s', (reasonId, message, more) => {
  expect(whyNotTrue(reasonId, { ...tablet, ...more })).toEqual({ code: 'RULE', field: 'reasonId', message })
})

test.each(['40', '560', '561', 'G6', 'G9'])(
  'a pharmacy that stopped with %s is outside of the network',
  (rejectCode) => {
    expect(whyNotTrue(12, { ...tablet, rejects: [{ rejectCode: '75' }, { rejectCode }] })).toBeUndefined()
  },
)

test('a drug group of eight digits is looked up, and one that is not known is not; no reason and an unknown one are not judged', () => {
  const nowhere = { filled: false, requested: false, treats: false }
  expect(whyNotTrue(20, { ...tablet, gpi: '65100020', on_file: nowhere })?.code).toBe('RULE')
  expect(whyNotTrue(20, { ...tablet, gpi: '6510002', on_file: nowhere })).toBeUndefined()
  expect(whyNotTrue(20, { ...tablet, on_file: nowhere })).toBeUndefined()
  for (const reasonId of [undefined, 0, 999]) expect(whyNotTrue(reasonId, tablet)).toBeUndefined()
})

const nothing = { filled: false, requested: false, treats: false }
test.each<[string, Partial<ClaimFacts>, number[]]>([
  ['a drug nobody filled or requested before', { gpi, on_file: nothing }, [10, 20]],
  ['one filled before', { gpi, on_file: { ...nothing, filled: true } }, [20]],
  ['one requested before', { gpi, on_file: { ...nothing, requested: true } }, [10]],
  ['one filled and requested before', { gpi, on_file: { ...nothing, filled: true, requested: true } }, []],
  ['one of a treating provider', { gpi, on_file: { filled: true, requested: true, treats: true } }, [11]],
  ['one the engine stopped as too soon', { gpi, on_file: nothing, rejects: [{ rejectCode: '79' }] }, [20]],
  [
    'one the engine stopped for its prescriber',
    { gpi, on_file: { ...nothing, treats: true }, rejects: [{ rejectCode: '71' }] },
    [10, 20],
  ],
  ['a compound', { gpi, on_file: nothing, compound_code: 2 }, []],
  ['a code that names a class', { gpi: '6510', on_file: nothing }, []],
  ['what nobody has looked up', { gpi }, []],
])('of %s too soon, prescriber and duplicate are offered as the file has it', (_, more, ids) => {
  const found = untrueReasons({ ...tablet, ...more })
  expect(found.filter((id) => [10, 11, 20].includes(id))).toEqual(ids)
})

test('a reason that cannot be true is refused, and so is a note that only fills its field', () => {
  const controlled = { ...factsOf(detailOf()), dea_schedule: 'CII', rejects: [reject('75')] }
  const why = (reasonId: number, note: string) => whyNotReject(adjuster, controlled, { reasonId, note }, now)
  expect(why(18, '')).toMatchObject({ code: 'RULE', field: 'reasonId' })
  expect(why(6, 'ok')).toMatchObject({ code: 'REASON_REQUIRED', field: 'note' })
  expect(why(12, '')).toMatchObject({ code: 'RULE', message: expect.stringContaining('in the network') })
  const inWords = (priorauthReasonDesc: string) => whyNotReject(adjuster, controlled, { priorauthReasonDesc }, now)
  expect(inWords('n/a')).toMatchObject({ code: 'REASON_REQUIRED', field: 'priorauthReasonDesc' })
  expect(inWords('Gabapentin was not tried first')).toBeUndefined()
  expect(why(6, 'Gabapentin was not tried first')).toBeUndefined()
  // Signs, letters and single words say nothing, in words of one's own as in a note.
  for (const filler of ['.', 'x', '-', '...', 'No', ' – ', 'Denied.', 'a b']) {
    expect(inWords(filler)).toEqual({
      code: 'REASON_REQUIRED',
      field: 'priorauthReasonDesc',
      message: 'Enter the reason in two words or more.',
    })
    expect(why(22, filler)).toMatchObject({ code: 'REASON_REQUIRED', field: 'note' })
    const both = { reasonId: 6, priorauthReasonDesc: filler, note: 'Gabapentin was not tried first' }
    expect(whyNotReject(adjuster, controlled, both, now)?.field).toBe('priorauthReasonDesc')
  }
})

test.each([
  ['ok', false],
  ['OK.', false],
  ['n/a', false],
  ['see above', false],
  ['x', false],
  ['No.', false],
  ['a b', false],
  ['Denied', false],
  ['.', false],
  ['-', false],
  ['...', false],
  ['- -', false],
  ['   ', false],
  ['Gabapentin first', true],
  ['knee, not back', true],
  ['没有试过加巴喷丁', true],
])('the note %s explains: %s', (note, says) => {
  expect(explains(note)).toBe(says)
  expect(whyNotExplained(note, 'Enter why.') === undefined).toBe(says)
})
