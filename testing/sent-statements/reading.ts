import { blockedIn, MERGED, stepsIn } from './reading-denials.ts'
import { amountsIn, ANY_DAY, anyDay, DAY, iso, NUMBER, number } from './reading-figures.ts'
import type { BillAgain, Channel, Statement, WaitsFor } from './statement.ts'

// Reads what leaves the portal with eyes of its own: no words of the product are used here.

/** "Submit the claim again, once, for 15 tablets and 7 days at most, with a day of service no later than 12/28/2026." */
function billIn(text: string): BillAgain | undefined {
  const found = /Submit the claim again, once(?:, for ([^,]+?) at most)?(?:, with a day of service ([^.]+))?\./.exec(
    text,
  )
  if (!found) return undefined
  const [, most = '', period = ''] = found
  const days = /(\d+) days?$/.exec(most)
  const quantity = new RegExp(`^${NUMBER} (?!days?\\b)`).exec(most)
  const from = new RegExp(`^from ${DAY}`).exec(period)
  const to = new RegExp(`(?:to|no later than) ${DAY}$`).exec(period)
  return {
    ...(quantity && { quantity: number(quantity[1]!) }),
    ...(days && { days: Number(days[1]) }),
    ...(from && { from: iso(from[1]!) }),
    ...(to && { to: iso(to[1]!) }),
  }
}

function approvedIn(text: string): Statement | undefined {
  const found = /^(Approved|Partly approved): (.+?)\. (?:Submit|The same drug was paid|Billed now) /.exec(text)
  const amounts = found && amountsIn(found[2]!)
  const bill = billIn(text)
  const day = new RegExp(`The same drug was paid for ${DAY} already: that day cannot be billed again\\.`).exec(
    text,
  )?.[1]
  if (found && amounts && day !== undefined)
    return { says: 'approved', amounts, part: found[1] === 'Partly approved', twice: iso(day) }
  const stops = /Billed now it would be stopped by codes? ([\w, ]+): what stops it came after the approval\./.exec(
    text,
  )?.[1]
  if (found && amounts && stops !== undefined)
    return { says: 'approved', amounts, part: found[1] === 'Partly approved', stops: stops.split(', ') }
  if (!found || !amounts || !bill) return undefined
  return { says: 'approved', amounts, part: found[1] === 'Partly approved', bill }
}

/** "Covered instead without approval, in the same amount: Celecoxib 200 mg capsule, generic." */
function insteadIn(text: string): Statement[] {
  const found =
    /(?:Covered instead without approval, in the same amount|En su lugar se paga sin aprobación, en la misma cantidad): (.+?, (?:generic|brand))\./.exec(
      text,
    )
  return found ? [{ says: 'instead', product: found[1]! }] : []
}

/** Nothing stops what was denied or ended. */
const PASSES = 'What came after the decision lets it through: submit the claim again, once.'

function deniedIn(text: string): Statement[] | undefined {
  const found = /^Not approved( for this fill)?: (.+?)\. /.exec(text)
  const amounts = found && amountsIn(found[2]!)
  if (!found || !amounts) return undefined
  const reason = / Reason: (Other: “[^”]*”|.+?)\. (?=[A-Z])/.exec(text)
  const passes: Statement[] = text.includes(PASSES) ? [{ says: 'pays now' }] : []
  const blocked = blockedIn(text)
  return [
    {
      says: 'denied',
      amounts,
      thisFill: found[1] !== undefined,
      ...(reason && { reason: reason[1]!, withNote: /^Other\b/.test(reason[1]!) }),
      ...(blocked.length + passes.length === 0 && { withoutBlock: true }),
    },
    ...blocked,
    ...stepsIn(text),
    ...passes,
    ...insteadIn(text),
  ]
}

const ofPharmacy = (text: string): Statement[] | undefined => {
  if (/^The approval has ended: .+ is no longer covered\. Do not submit the claim again\./.test(text))
    return [{ says: 'ended' }]
  if (text.startsWith(`The approval has ended. ${PASSES}`)) return [{ says: 'pays now' }]
  if (text.startsWith('The payment of this fill was reversed: ')) return [{ says: 'reversed' }]
  if (text.startsWith('This fill is paid. Do not submit the claim again.')) return [{ says: 'paid' }]
  if (MERGED.test(text)) return [{ says: 'billed by another' }]
  const approved = approvedIn(text)
  return approved ? [approved] : deniedIn(text)
}

/** What the page for pharmacies says: its title, then what comes next. */
function ofStatusPage(text: string): Statement[] | undefined {
  const title = text.split('. ', 1)[0]!
  switch (title) {
    case 'In review':
      return [{ says: 'open' }]
    case 'Waiting for the prescriber':
      return [{ says: 'waits', for: 'a letter' }]
    case 'With a pharmacist':
      return [{ says: 'waits', for: 'a pharmacist' }]
    case 'Approved, not in force yet':
      return [{ says: 'not in force yet' }]
    case 'Approved with another request':
      return MERGED.test(text) ? [{ says: 'billed by another' }] : undefined
    case 'Paid':
      return [{ says: 'paid' }]
    case 'The approval has ended or was used up':
      return [{ says: text.includes(PASSES) ? 'pays now' : 'ended' }]
    case 'Not approved':
      return text.includes(PASSES)
        ? [{ says: 'denied' }, { says: 'pays now' }]
        : blockedIn(text).length > 0
          ? [{ says: 'denied' }, ...blockedIn(text), ...stepsIn(text)]
          : [{ says: 'denied', withoutBlock: true }, ...stepsIn(text)]
    case 'Closed without a decision':
      return [{ says: 'closed' }]
    case 'We can’t find that number':
      return [{ says: 'unknown' }]
  }
  if (title !== 'Approved' && title !== 'Partly approved') return undefined
  const approved = approvedIn(text.slice(title.length + 2))
  return approved && [approved, { says: 'approved', part: title === 'Partly approved' }]
}

/** Texts to a worker, in both languages. */
const texts: readonly (readonly [words: RegExp, says: readonly Statement[]])[] = [
  [/is waiting for approval|espera aprobacion|is still in review|seguimos revisando su receta/, [{ says: 'open' }]],
  [/We are looking at your prescription|Seguimos revisando/, [{ says: 'open' }]],
  [/We asked your doctor|Pedimos mas informacion a su medico/, []],
  [/is ready at your pharmacy|esta lista en su farmacia/, [{ says: 'paid' }]],
  [/call your adjuster|hable con su ajustador/i, [{ says: 'denied' }]],
  [
    /Part of your prescription was approved|Su receta fue aprobada en parte/,
    [{ says: 'approved', part: true }, { says: 'pharmacy knows' }],
  ],
  [
    /prescription was approved\. Your pharmacy has been notified|receta fue aprobada\. Su farmacia ya fue notificada/,
    [{ says: 'approved', part: false }, { says: 'pharmacy knows' }],
  ],
  // About texting itself.
  [
    /Reply YES to agree|Responda SI|you get texts|no more texts|texts about your prescriptions|you get no texts|le avisaremos|no le enviaremos|avisos sobre sus recetas|no le enviamos/,
    [],
  ],
]
function ofText(text: string): Statement[] | undefined {
  const good = new RegExp(`(?:is good until|vale hasta) ${DAY}`).exec(text)
  if (good) return [{ says: 'good until', day: iso(good[1]!) }]
  const found = texts.find(([words]) => words.test(text))
  return found && [...found[1]]
}

const waits = (of: WaitsFor): Statement[] => [{ says: 'waits', for: of }]
/** What is said of a request to those who work on it. */
const titles: readonly (readonly [words: RegExp, says: readonly Statement[]])[] = [
  [
    /^(?:waits for your decision|is still waiting for your decision|has used half of its time|has little time left|has almost no time left)/,
    [{ says: 'open' }],
  ],
  [
    /^(?:has a patient waiting at the counter|is due within two hours|is past its deadline|has no owner who can decide it)/,
    [{ says: 'open' }],
  ],
  [/^waits for (?:a pharmacist|a senior pharmacist)/, waits('a pharmacist')],
  [/^waits for utilization review/, waits('a reviewer')],
  [/^waits for a second approval/, waits('a second approval')],
  [/^waits for a supervisor/, waits('a supervisor')],
  [/^(?:waits for a letter|needs a letter)/, [{ says: 'open' }]],
  [/^was approved by a rule/, [{ says: 'approved by a rule' }]],
  [/^was approved/, [{ says: 'approved' }]],
  [/^was not approved/, [{ says: 'denied' }]],
  [/^is deemed approved/, [{ says: 'deemed' }]],
  [/^was closed without a decision/, [{ says: 'closed' }]],
  [/^was withdrawn/, [{ says: 'withdrawn' }]],
  [/^was filled/, [{ says: 'paid' }]],
  // What happened once stays so.
  [
    /^(?:was escalated|was assigned to you|was reassigned|was sent again|has a letter|did not receive a letter|was snoozed|came back|has an approval with a new last day)/,
    [],
  ],
]
/** A line about one request: its number, and what is said of it. */
export type Line = { reference: string; says: readonly Statement[] }
export function linesOf(text: string): Line[] {
  if (/requests? (?:was|were) approved automatically/.test(text))
    return [...text.matchAll(/\b\d{12}\b/g)].map(([reference]) => ({
      reference,
      says: [{ says: 'approved by a rule' }],
    }))
  return [...text.matchAll(/Request (\d{12})(?:, claim [^,]+,)? ((?:\p{Ll}|[(])[^\n]*)/gu)].flatMap(
    ([, reference, words]) => {
      const found = titles.find(([pattern]) => pattern.test(words!))
      return found ? [{ reference: reference!, says: found[1] }] : []
    },
  )
}

/** What a list of reasons says to the one who chooses, in brackets. */
const hintIn = (text: string): Statement[] => {
  const found = / \((?:name it|attach|explain)\)/.exec(text)
  return found ? [{ says: 'hint', words: found[0].trim() }] : []
}

/** A letter to a prescriber, by fax or e-mail. */
function ofPrescriberLetter(text: string): Statement[] | undefined {
  const about = /Your prescription request (\d{12}) for claim (\S+) (.+)/.exec(text)
  if (!about)
    return /The written notice of the decision on your request|letter of medical necessity|Letter of medical necessity/.test(
      text,
    )
      ? []
      : undefined
  const [, reference, claim, outcome] = about
  const patient = new RegExp(`^Patient: (.+), born ${DAY}$`, 'm').exec(text)
  const drug = /^Drug: (.+)$/m.exec(text)
  const good = new RegExp(`^Good from ${DAY} to ${DAY}(?:, (\\d+) fills?)?\\.$`, 'm').exec(text)
  const not = new RegExp(`^Not covered for this claim from ${DAY} to ${DAY}\\.$`, 'm').exec(text)
  const reason = /^Reason: (.+)$/m.exec(text)
  const last = new RegExp(`^Last day in force: ${DAY}\\.$`, 'm').exec(text)
  const said = outcome!.includes(': ') ? amountsIn(outcome!) : undefined
  const period = good && { from: iso(good[1]!), to: iso(good[2]!), ...(good[3] && { fills: Number(good[3]) }) }
  const is = (words: string): boolean => outcome!.startsWith(words)
  const main: Statement | undefined = is('was partly approved')
    ? { says: 'approved', part: true, ...(said && { amounts: said }), ...period }
    : is('was approved')
      ? { says: 'approved', part: false, ...(said && { amounts: said }), ...period }
      : is('was not approved')
        ? {
            says: 'denied',
            ...(said && { amounts: said }),
            ...(reason && { reason: reason[1]! }),
            ...(not && { from: iso(not[1]!), to: iso(not[2]!) }),
          }
        : is('is deemed approved')
          ? { says: 'deemed' }
          : last
            ? { says: 'good until', day: iso(last[1]!) }
            : undefined
  if (!main) return undefined
  return [
    main,
    { says: 'names', what: 'reference', value: reference! },
    { says: 'names', what: 'claim', value: claim! },
    ...(patient
      ? ([
          { says: 'names', what: 'patient', value: patient[1]! },
          { says: 'names', what: 'born', value: iso(patient[2]!) },
        ] as const)
      : []),
    ...(drug ? ([{ says: 'names', what: 'drug', value: drug[1]! }] as const) : []),
    ...(main.says === 'denied' ? stepsIn(text) : []),
    ...insteadIn(text),
  ]
}

/** The pages of a letter about a decision, in both languages. Lines may be broken anywhere. */
function ofPages(text: string): Statement[] | undefined {
  const flat = text.replaceAll(/\s+/g, ' ')
  const first = /(?:We were asked to pay for|Nos pidieron pagar) (.+)/u.exec(flat)?.[1]
  if (first === undefined) return undefined
  const amounts = amountsIn(first)
  const window = new RegExp(`(?:did not approve it for|No lo aprobamos del) ${ANY_DAY} (?:to|al) ${ANY_DAY}`, 'u').exec(
    flat,
  )
  const good = new RegExp(`(?:Approved for|Aprobado) (?:del )?${ANY_DAY} (?:to|al) ${ANY_DAY}`, 'u').exec(flat)
  const part =
    /(?:We approved part of it|Aprobamos una parte): (.+?)\. (?:We did not approve the rest|No aprobamos el resto)/.exec(
      flat,
    )
  const period = good && { from: anyDay(good[1]!), to: anyDay(good[2]!) }
  const whole = amounts && { amounts }
  const says: Statement | undefined = part
    ? { says: 'approved', part: true, amounts: amountsIn(part[1]!)!, ...period }
    : /We did not approve this fill|No aprobamos este surtido/.test(flat)
      ? { says: 'denied', thisFill: true, ...whole }
      : /We did not approve it|No lo aprobamos/.test(flat)
        ? { says: 'denied', ...whole, ...(window && { from: anyDay(window[1]!), to: anyDay(window[2]!) }) }
        : /it is deemed approved|se considera aprobado/.test(flat)
          ? { says: 'deemed' }
          : /We approved it|Lo aprobamos/.test(flat)
            ? { says: 'approved', part: false, ...whole, ...period }
            : undefined
  if (!says) return undefined
  const reference = /(?:Request|Solicitud) (\d{12})/.exec(flat)
  return [
    says,
    ...(reference ? ([{ says: 'names', what: 'reference', value: reference[1]! }] as const) : []),
    ...(/The pharmacy has been notified|La farmacia ya lo sabe/.test(flat)
      ? ([{ says: 'pharmacy knows' }] as const)
      : []),
    ...insteadIn(flat),
  ]
}

/** A toast: what happened, for whom. */
function ofToast(text: string): Statement[] {
  const until = new RegExp(`^Approved (?:(\\d+|unlimited) fills?) until ${DAY}`).exec(text)
  if (until)
    return [{ says: 'approved', to: iso(until[2]!), ...(until[1] !== 'unlimited' && { fills: Number(until[1]) }) }]
  if (/^(?:Second approval given|Approved) for /.test(text)) return [{ says: 'approved' }]
  if (text.startsWith('Rejected this fill for ')) return [{ says: 'denied', thisFill: true }]
  if (text.startsWith('Rejected for ')) return [{ says: 'denied', thisFill: false }]
  if (/^(?:Saved for .+ Not sent yet|Approved, waits for a second person,|Approved all but )/.test(text))
    return [{ says: 'saved' }]
  if (text.startsWith('Decision undone.')) return [{ says: 'undone' }]
  if (text.startsWith('Sent to clinical review for ')) return waits('a pharmacist')
  if (text.startsWith('Sent to utilization review for ')) return waits('a reviewer')
  return []
}

/** A button that sends a form: what it does. */
function ofButton(text: string): Statement[] {
  const until = new RegExp(`^Approve (?:(\\d+|unlimited) fills?) until ${DAY}`).exec(text)
  if (until)
    return [{ says: 'approved', to: iso(until[2]!), ...(until[1] !== 'unlimited' && { fills: Number(until[1]) }) }]
  if (text.startsWith('Give second approval')) return [{ says: 'approved' }]
  const saved =
    /^Save approval, send (?:([0-9A-Z]{2,3}(?:, [0-9A-Z]{2,3})*) )?to (.+?)(?: to confirm)?(?: (?:\d+|unlimited) fills?.*)?$/.exec(
      text,
    )
  if (saved) return [{ says: 'saved', to: saved[2]!, ...(saved[1] && { codes: saved[1].split(', ') }) }]
  if (text.startsWith('Reject this fill')) return [{ says: 'denied', thisFill: true }]
  if (/^Reject (?:request|the brand)/.test(text)) return [{ says: 'denied', thisFill: false }]
  return []
}

/** What a text of a channel says; undefined where it is not understood. A line about another request is read by `linesOf`. */
export function statementsIn(channel: Channel, text: string): Statement[] | undefined {
  switch (channel) {
    case 'pharmacy message':
    case 'call script': {
      const said = ofPharmacy(text)
      return said && [...said, ...hintIn(text)]
    }
    case 'status page':
      return ofStatusPage(text)
    case 'text':
      return ofText(text)
    case 'fax': {
      const said = ofPrescriberLetter(text) ?? ofPages(text)
      return said && [...said, ...(ofPages(text) ?? []), ...hintIn(text)]
    }
    case 'letter': {
      const said = ofPages(text)
      return said && [...said, ...hintIn(text)]
    }
    case 'e-mail':
      return ofPrescriberLetter(text) ?? ofPages(text) ?? []
    case 'notice':
      return []
    case 'toast':
      return ofToast(text)
    case 'button':
      return ofButton(text)
  }
}
