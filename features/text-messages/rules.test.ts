import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterFailedText,
  answered,
  maskedMobile,
  meaningOf,
  replyTo,
  textStateAfter,
  textStateOf,
  textStates,
  whyNoText,
  type Meaning,
  type TextEvent,
  type TextState,
} from './rules.ts'
import { INVITATION, templates } from './gateway-rules.ts'
import { replyText, templateText } from './words.ts'

// The states of consent and the words that change them.

const ids = textStates.map((one) => one.id)
const state = fc.constantFrom(...ids)

describe('the meaning of a text', () => {
  test.each([
    ['STOP', 'STOP', false],
    [' stop. ', 'STOP', false],
    ['Stop!!!', 'STOP', false],
    ['STOPALL', 'STOP', false],
    ['stop all', 'STOP', false],
    ['unsubscribe', 'STOP', false],
    ['Cancel', 'STOP', false],
    ['END', 'STOP', false],
    ['quit', 'STOP', false],
    ['REMOVE', 'STOP', false],
    ['revoke', 'STOP', false],
    ['Opt out', 'STOP', false],
    ['Stop texting me', 'STOP', false],
    ['ALTO', 'STOP', true],
    ['Alto por favor', 'STOP', true],
    ['No más', 'STOP', true],
    ['START', 'JOIN', false],
    ['unstop', 'JOIN', false],
    ['Empezar', 'JOIN', true],
    ['yes', 'ACCEPT', false],
    ['Sí', 'ACCEPT', true],
    ['HELP', 'HELP', false],
    ['help?', 'HELP', false],
    ['ayuda', 'HELP', true],
    ['Please stop', 'STOP', false],
    ['please, just STOP!', 'STOP', false],
    ['pls stop thanks', 'STOP', false],
    ['quit texting me', 'STOP', false],
    ['Don’t text me anymore', 'STOP', false],
    ["Don't send me any more messages", 'STOP', false],
    ['no more texts please', 'STOP', false],
    ['I do not want to receive these text messages', 'STOP', false],
    ["I don't want your texts", 'STOP', false],
    ['take me off your list', 'STOP', false],
    ['Remove me', 'STOP', false],
    ['remove my number from this', 'STOP', false],
    ['delete my number', 'STOP', false],
    ['leave me alone!!', 'STOP', false],
    ['opt me out', 'STOP', false],
    ['wrong number', 'STOP', false],
    ['You have the wrong person', 'STOP', false],
    ['this is not his number', 'STOP', false],
    ['never contact me again', 'STOP', false],
    ['stop it', 'STOP', false],
    ['Por favor, no me envíen más mensajes', 'STOP', true],
    ['ya no me mande textos', 'STOP', true],
    ['Dejen de escribirme', 'STOP', true],
    ['no quiero recibir más mensajes', 'STOP', true],
    ['pare por favor', 'STOP', true],
    ['número equivocado', 'STOP', true],
    ['quítenme', 'STOP', true],
    ['S.T.O.P.', 'STOP', false],
    ['stopp', 'STOP', false],
    ['STOP2END', 'STOP', false],
    ['unsub', 'STOP', false],
    ['No more!', 'STOP', false],
    ['no texts please', 'STOP', false],
    ['cease and desist', 'STOP', false],
    ['I wish to stop receiving', 'STOP', false],
    ['I would like to stop getting these', 'STOP', false],
    ['stop calling and texting me', 'STOP', false],
    ['Could you please not text me', 'OTHER', false],
    ['Please not text me', 'STOP', false],
    ['I revoke my consent', 'STOP', false],
    ['withdraw consent', 'STOP', false],
    ['get me off this list', 'STOP', false],
    ['remove from list', 'STOP', false],
    ['wrong #', 'STOP', false],
    ['wrong num', 'STOP', false],
    ['this is the wrong phone number', 'STOP', false],
    ['you got the wrong guy', 'STOP', false],
    ['This is no longer his number', 'STOP', false],
    ['Maria no longer has this number', 'STOP', false],
    ['número incorrecto', 'STOP', true],
    ['este no es mi número', 'STOP', true],
    ['Este número no es de María', 'STOP', true],
    ['no me molesten', 'STOP', true],
    ['déjenme en paz', 'STOP', true],
    ['Deténganse', 'STOP', true],
    ['quiero darme de baja', 'STOP', true],
    ['cancelar suscripción', 'STOP', true],
    ['parar los mensajes', 'STOP', true],
    ['borrar mi número', 'STOP', true],
    ['no detengan los mensajes', 'OTHER', false],
    ['no more pills left', 'OTHER', false],
    ['I have no more refills', 'OTHER', false],
    ['wrong pills', 'OTHER', false],
    ['The pain will not stop', 'OTHER', false],
    ['no es mi farmacia', 'OTHER', false],
    ['who is this?', 'OTHER', false],
    ['No soy María', 'OTHER', false],
    ['Should I discontinue the old one?', 'OTHER', false],
    ['I consent', 'OTHER', false],
    ['please don’t stop the texts', 'OTHER', false],
    ['Por favor no pare los mensajes', 'OTHER', false],
    ['did not stop the pain', 'OTHER', false],
    ['The pharmacy said no', 'OTHER', false],
    ['When can I quit taking these?', 'OTHER', false],
    ['Do not want the generic', 'OTHER', false],
    ['no puedo ir hoy', 'OTHER', false],
    ['do not send it to that pharmacy', 'OTHER', false],
    ['Thanks, please text me when it is ready', 'OTHER', false],
    ['is this the right number for the refill', 'OTHER', false],
    ['When is the end of this?', 'OTHER', false],
    ['Cancel my appointment', 'OTHER', false],
    ['stopped at the pharmacy', 'OTHER', false],
    ['', 'OTHER', false],
    ['👍', 'OTHER', false],
  ] as const)('%j: %s', (text, meaning, spanish) => {
    expect(meaningOf(text)).toEqual({ meaning, spanish })
  })
  test('every text has a meaning; blanks, case and punctuation around a word do not change it', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(['ACCEPT', 'JOIN', 'STOP', 'HELP', 'OTHER']).toContain(meaningOf(text).meaning)
      }),
    )
    fc.assert(
      fc.property(
        fc.constantFrom('Stop', 'start', 'YES', 'Ayuda'),
        fc.constantFrom('', ' ', '!', '.\n'),
        (word, mark) => {
          expect(meaningOf(mark + word + mark)).toEqual(meaningOf(word.toUpperCase()))
        },
      ),
    )
  })
})

describe('transitions of consent', () => {
  const leads: [TextEvent, Partial<Record<TextState, TextState>>][] = [
    ['invite', { 0: 1, 4: 1 }],
    ['accept', { 1: 2 }],
    ['join', { 1: 2, 3: 2, 4: 2 }],
    ['stop', { 0: 3, 1: 3, 2: 3, 4: 3 }],
    ['undeliverable', { 1: 4, 2: 4 }],
  ]
  test.each(leads)('%s', (on, to) => {
    for (const from of ids) expect([from, textStateAfter(from, on)]).toEqual([from, to[from]])
  })
  test('after a STOP only the worker’s own START or UNSTOP subscribes again', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<TextEvent>('invite', 'accept', 'stop', 'undeliverable')),
        state,
        (events, from) => {
          const stopped = answered(from, 'STOP', true)
          fc.pre(from < 5)
          expect(events.reduce<TextState>((at, on) => textStateAfter(at, on) ?? at, stopped)).toBe(3)
        },
      ),
    )
    expect(answered(3, 'JOIN', true)).toBe(2)
    expect(answered(3, 'ACCEPT', true)).toBe(3)
  })
  test('a text from a number that is no longer the worker’s can stop texts, but not subscribe', () => {
    for (const from of [0, 1, 2, 3, 4] as const) {
      expect(answered(from, 'STOP', false)).toBe(3)
      expect(answered(from, 'JOIN', false)).toBe(from)
      expect(answered(from, 'HELP', false)).toBe(from)
    }
  })
})

describe('conditions that override the stored state', () => {
  const fine = { kept: 2, sameNumber: true, claimOpen: true, off: false } as const
  test.each([
    [fine, 2, null],
    [{ ...fine, off: true }, 6, 'The carrier has switched text messages off.'],
    [{ ...fine, claimOpen: false }, 5, 'The claim is closed.'],
    [{ ...fine, sameNumber: false }, 5, 'The number on file is not the one the patient agreed to.'],
    [
      { ...fine, kept: 3, off: true, claimOpen: false },
      3,
      'The patient opted out of text messages. Only they can opt in again, by texting START.',
    ],
    [{ ...fine, kept: 0, sameNumber: false }, 0, 'The patient was not asked yet whether they want text messages.'],
    [{ ...fine, kept: 1 }, 1, 'The patient has not answered the invitation.'],
    [{ ...fine, kept: 4 }, 4, 'Text messages to this number did not arrive.'],
  ] as const)('%j: %i', (of, expected, why) => {
    expect(textStateOf(of)).toBe(expected)
    expect(whyNoText(of)).toBe(why)
  })
  test('a text is sent in one state only; every other state names its reason', () => {
    fc.assert(
      fc.property(state, fc.boolean(), fc.boolean(), fc.boolean(), (kept, sameNumber, claimOpen, off) => {
        fc.pre(kept < 5)
        const of = { kept, sameNumber, claimOpen, off }
        expect(whyNoText(of) === null).toBe(textStateOf(of) === 2)
        expect(whyNoText(of) === null).toBe(kept === 2 && sameNumber && claimOpen && !off)
      }),
    )
  })
})

test('three hard failures in a row, or one landline, end the texts; a temporary failure does not count', () => {
  expect(afterFailedText(0, 'HARD')).toEqual({ failures: 1, undeliverable: false })
  expect(afterFailedText(1, 'HARD')).toEqual({ failures: 2, undeliverable: false })
  expect(afterFailedText(2, 'HARD')).toEqual({ failures: 3, undeliverable: true })
  expect(afterFailedText(0, 'LANDLINE')).toEqual({ failures: 1, undeliverable: true })
  expect(afterFailedText(2, 'TEMPORARY')).toEqual({ failures: 2, undeliverable: false })
})

describe('replies to texts', () => {
  test.each<[Meaning, [TextState, TextState][], string | null]>([
    ['STOP', [[2, 3]], 'stopped'],
    ['STOP', [[3, 3]], null],
    ['STOP', [[3, 3], [2, 3]], 'stopped'], // prettier-ignore
    ['JOIN', [[3, 2]], 'welcome'],
    ['JOIN', [[2, 2]], 'welcome'],
    ['JOIN', [[0, 0]], 'notInvited'],
    ['ACCEPT', [[1, 2]], 'welcome'],
    ['ACCEPT', [[2, 2]], null],
    ['ACCEPT', [[0, 0]], null],
    ['HELP', [[2, 2]], 'help'],
    ['HELP', [[0, 0]], 'help'],
    ['HELP', [[3, 3]], 'helpStopped'],
    ['OTHER', [[2, 2]], null],
  ])('%s, %j: %s', (meaning, workers, expected) => {
    expect(
      replyTo(
        meaning,
        workers.map(([before, after]) => ({ before, after })),
      ),
    ).toBe(expected)
  })
  test('a worker who texts HELP is answered in every state', () => {
    fc.assert(
      fc.property(state, (at) => {
        expect(replyTo('HELP', [{ before: at, after: at }])).not.toBeNull()
      }),
    )
  })
  test('each reply is one text of the GSM alphabet, in English and Spanish, with no word about health or work', () => {
    const about = { carrier: 'Summit Workers Compensation Fund', phone: '800-555-0100' }
    for (const kind of ['welcome', 'stopped', 'help', 'helpStopped', 'notInvited'] as const) {
      const both = ['en', 'es'].map((language) => replyText(kind, language, about))
      expect(new Set(both).size).toBe(2)
      for (const text of both) {
        expect(text).toMatch(/^[\x20-\x7e]{20,160}$/)
        expect(text).not.toMatch(/drug|pain|injur|diagnos|employer|medicamento|lesi|empleador/i)
      }
      expect(replyText(kind, 'vi', about)).toBe(both[0])
    }
  })
})

test('each text a user may send is one text of the GSM alphabet, in English and Spanish, and names no drug', () => {
  const about = { carrier: 'Summit Workers Compensation Fund', phone: '800-555-0100' }
  for (const template of [...templates, INVITATION] as const) {
    const both = (['en', 'es'] as const).map((language) => templateText(template, language, about))
    expect(new Set(both).size).toBe(2)
    for (const text of both) {
      expect(text).toMatch(/^[\x20-\x7e]{20,160}$/)
      expect(text).toContain('STOP')
      expect(text).not.toMatch(/drug|pain|injur|diagnos|employer|medicamento|lesi|empleador/i)
    }
  }
})

test('a mobile number is shown by its last four digits only', () => {
  expect(maskedMobile('8135550144')).toBe('(***) ***-0144')
  expect(maskedMobile('813-555-0144')).toBe('(***) ***-0144')
})
