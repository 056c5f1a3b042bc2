import { insteadWords } from '#features/authorizations/decided.ts'
import { usDate } from '#platform/dates/day.ts'
import { partyWords, type Ended } from '#features/notifications/duties.ts'
import { rejectionReason } from '#reference/rejection-reasons.ts'
import type { NoticeParty } from '#reference/jurisdictions/rule-pack.ts'
import { plural } from '#platform/text/plural.ts'

/** The languages of letters to workers; workers with any other language get English. */
export type LetterLanguage = 'en' | 'es'
/** The language of a worker's letters, from what is on file ("es"). */
export const letterLanguage = (onFile: string): LetterLanguage => (onFile === 'es' ? 'es' : 'en')
/** The language after the name of a letter in the log: " in Spanish"; empty for English. */
export const languageWords = (language: LetterLanguage): string => (language === 'es' ? ' in Spanish' : '')

/** A drug as letters name it: a compound and a brand are called so in their language, what is in it keeps the names on its label. */
export const drugIn: Readonly<Record<LetterLanguage, (drug: string) => string>> = {
  en: (drug) => drug,
  es: (drug) =>
    drug
      .replace(/^Compound (of|with) /, (_, word) => `Medicamento compuesto ${word === 'of' ? 'de' : 'con'} `)
      .replace(/, brand$/, ', de marca'),
}

/** The words of decision letters in one language. Days are 'YYYY-MM-DD'. */
type Words = {
  day: (day: string) => string
  title: Readonly<Record<Ended, string>>
  partTitle: string
  drug: (of: { drug: string; quantity: number; daysSupply: number }) => string
  span: (from: string, to: string) => string
  telephone: (phone: string) => string
  rows: Readonly<
    Record<
      | 'request'
      | 'claim'
      | 'patient'
      | 'born'
      | 'drug'
      | 'prescriber'
      | 'pharmacy'
      | 'decided'
      | 'approvedFor'
      | 'approvalNumber',
      string
    >
  >
  decided: (day: string, by: string) => string
  fillsAtMost: (fills: number) => string
  notThisFill: (what: string) => string
  notApproved: (what: string, window: string | null) => string
  why: string
  /** The rejection reason by its id, else as it was stored. */
  reason: (id: number | null, kept: string) => string
  /** The note of the user who decided, unchanged. */
  note: (note: string) => string
  /** The product that is covered instead. */
  instead: (name: string) => string
  whatYouCanDo: string
  /** Utilization review is deferred: its title, what was asked and when it came, and who decides the dispute. */
  deferredTitle: string
  deferred: (what: string, received: string) => string
  dispute: string
  appeal: (days: number | null) => string
  /** How and where to ask, and the last day as the language writes it. */
  howToAsk: (of: { carrier: string; phone: string; reference: string }, until: string | null) => string
  talk: (phone: string) => string
  lapsed: (what: string) => string
  approved: (what: string) => string
  approvedInPart: (what: string, part: string) => string
  /** "15 of 60 for 7 of 30 days", as `drug` counts. */
  part: (of: { quantity: number; daysSupply: number }, part: { quantity: number | null; days: number | null }) => string
  /** `knows`: the message to the pharmacy has left. */
  pharmacyKnows: (phone: string, knows: boolean) => string
  representative: string
  notice: (to: readonly NoticeParty[], source: string, by: string | null) => string
  confidential: string
  footer: (reference: string) => string
}

const figure = (value: number): string => String(Math.round(value * 1000) / 1000)

const english: Words = {
  day: usDate,
  title: {
    denied: 'Your prescription was not approved',
    approved: 'Your prescription was approved',
    lapsed: 'Your prescription is deemed approved',
  },
  partTitle: 'Part of your prescription was approved',
  drug: ({ drug, quantity, daysSupply }) =>
    `${drug}, ${figure(quantity)} for ${daysSupply} ${daysSupply === 1 ? 'day' : 'days'}`,
  span: (from, to) => `${from} to ${to}`,
  telephone: (phone) => `Telephone ${phone}`,
  rows: {
    request: 'Request',
    claim: 'Claim',
    patient: 'Patient',
    born: 'Date of birth',
    drug: 'Drug',
    prescriber: 'Prescriber',
    pharmacy: 'Pharmacy',
    decided: 'Decided',
    approvedFor: 'Approved for',
    approvalNumber: 'Approval number',
  },
  decided: (day, by) => `${day} by ${by}`,
  fillsAtMost: (fills) => `${plural(fills, 'fill')} maximum`,
  notThisFill: (what) => `We were asked to pay for ${what}. We did not approve this fill.`,
  notApproved: (what, window) =>
    `We were asked to pay for ${what}. We did not approve it${window ? ` for ${window}` : ''}.`,
  why: 'Why',
  reason: (_id, kept) => kept,
  note: (note) => note,
  instead: insteadWords,
  whatYouCanDo: 'What you can do',
  deferredTitle: 'Review of your prescription was deferred',
  deferred: (what, received) =>
    `We received the request to pay for ${what} on ${received}. We dispute that we are liable for it, so we have not decided whether it is medically necessary: utilization review is deferred.`,
  dispute:
    'If you disagree, the dispute is resolved by agreement between you and us, or by the Workers’ Compensation Appeals Board, which you may ask to decide. When we are found liable, your doctor can send a new request, and what was dispensed is reviewed.',
  appeal: (days) =>
    days === null
      ? 'You or your doctor may ask us to look at it again.'
      : `You or your doctor may ask us to look at it again within ${days} calendar days of the decision.`,
  howToAsk: ({ carrier, phone, reference }, until) =>
    `Call ${carrier} at ${phone} or write to us, and name request ${reference}.${until === null ? '' : ` The last day is ${until}.`}`,
  talk: (phone) => `Talk to your doctor about this prescription, and call us with questions: ${phone}.`,
  lapsed: (what) =>
    `We were asked to pay for ${what}. No decision was made by the legal deadline, so it is deemed approved.`,
  approved: (what) => `We were asked to pay for ${what}. We approved it.`,
  approvedInPart: (what, part) =>
    `We were asked to pay for ${what}. We approved part of it: ${part}. We did not approve the rest.`,
  part: ({ quantity, daysSupply }, part) =>
    `${part.quantity === null ? '' : `${figure(part.quantity)} of `}${figure(quantity)} for ${part.days === null ? '' : `${part.days} of `}${daysSupply} ${daysSupply === 1 ? 'day' : 'days'}`,
  pharmacyKnows: (phone, knows) =>
    `${knows ? 'The pharmacy has been notified.' : 'The pharmacy can submit the claim when the approval is in force.'} Questions: ${phone}.`,
  representative:
    'If you have a representative, please give them a copy of this letter. We have no representative on file.',
  notice: (to, source, by) => `Notice to ${partyWords(to)} under ${source}${by === null ? '' : `, due by ${by}`}.`,
  confidential:
    'This letter contains confidential health information. If you are not the intended recipient, please notify us and destroy it.',
  footer: (reference) => `Request ${reference}`,
}

const months = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')
/** "20 de noviembre de 2026": written out, since 11/12 is two days in two languages. */
const spanishDay = (day: string): string =>
  `${Number(day.slice(8, 10))} de ${months[Number(day.slice(5, 7)) - 1]!} de ${day.slice(0, 4)}`

/** The reasons of `reference/rejection-reasons.ts` by their numbers. */
const spanishReasons: Readonly<Record<number, string>> = {
  1: 'No está relacionada con la lesión cubierta',
  2: 'La parte del cuerpo o la afección no está aceptada en su reclamo',
  3: 'El reclamo fue negado o está en disputa',
  4: 'El reclamo está cerrado o fue resuelto por acuerdo',
  5: 'No está en la lista de medicamentos del estado y falta la documentación',
  6: 'Existe un genérico o una alternativa preferida',
  7: 'Excede la cantidad, la dosis o la duración que indican las guías',
  8: 'Repite otro tratamiento',
  9: 'Interacción entre medicamentos o motivo de seguridad',
  10: 'Es demasiado pronto para volver a surtirla',
  11: 'Quien la recetó no es el médico tratante autorizado',
  12: 'La farmacia está fuera de la red requerida',
  13: 'No recibimos el expediente médico',
  14: 'La carta de necesidad médica no la respalda o no llegó',
  15: 'Uso experimental, en investigación o fuera de lo indicado en la etiqueta',
  16: 'No se justifican los ingredientes del preparado',
  17: 'No se pagan medicamentos reenvasados o entregados por el médico',
  18: 'No se pagan productos de venta libre',
  19: 'El trabajador pidió cancelarla',
  20: 'Repite otra solicitud',
  21: 'La revisión por un médico recomienda negarla',
  22: 'Otro motivo',
  23: 'La responsabilidad está en disputa: se aplaza la revisión de utilización',
}

const spanishParties: Readonly<Record<NoticeParty, string>> = {
  worker: 'el trabajador',
  representative: 'el representante del trabajador',
  prescriber: 'quien recetó',
  pharmacy: 'la farmacia',
  pbm: 'el administrador de beneficios de farmacia',
  regulator: 'la autoridad reguladora',
  requestor: 'quien lo solicitó (el médico que recetó)',
}

const spanish: Words = {
  day: spanishDay,
  title: {
    denied: 'No se aprobó su receta',
    approved: 'Se aprobó su receta',
    lapsed: 'Su receta se considera aprobada',
  },
  partTitle: 'Se aprobó parte de su receta',
  drug: ({ drug, quantity, daysSupply }) =>
    `${drugIn.es(drug)}, cantidad ${figure(quantity)} para ${daysSupply} ${daysSupply === 1 ? 'día' : 'días'}`,
  span: (from, to) => `del ${from} al ${to}`,
  telephone: (phone) => `Teléfono ${phone}`,
  rows: {
    request: 'Solicitud',
    claim: 'Reclamo',
    patient: 'Paciente',
    born: 'Fecha de nacimiento',
    drug: 'Medicamento',
    prescriber: 'Recetado por',
    pharmacy: 'Farmacia',
    decided: 'Decidido',
    approvedFor: 'Aprobado',
    approvalNumber: 'Número de aprobación',
  },
  decided: (day, by) => `el ${day} por ${by}`,
  fillsAtMost: (fills) => `${fills} surtidos como máximo`,
  notThisFill: (what) => `Nos pidieron pagar ${what}. No aprobamos este surtido.`,
  notApproved: (what, window) => `Nos pidieron pagar ${what}. No lo aprobamos${window ? ` ${window}` : ''}.`,
  why: 'Por qué',
  reason: (id, kept) => {
    const known = id !== null && rejectionReason(id) ? spanishReasons[id] : undefined
    return known === undefined ? `Motivo, en inglés: ${kept}` : `${known}.`
  },
  note: (note) => `Nota de quien tomó la decisión, tal como la escribió: ${note}`,
  instead: (name) => `En su lugar se paga sin aprobación, en la misma cantidad: ${name}.`,
  whatYouCanDo: 'Qué puede hacer usted',
  deferredTitle: 'Se aplazó la revisión de su receta',
  deferred: (what, received) =>
    `Recibimos la solicitud de pagar ${what} el ${received}. Disputamos que nos corresponda pagarla; por eso no hemos decidido si es médicamente necesaria: la revisión de utilización queda aplazada.`,
  dispute:
    'Si usted no está de acuerdo, la disputa se resuelve por acuerdo entre usted y nosotros, o la decide la Junta de Apelaciones de Compensación de Trabajadores (Workers’ Compensation Appeals Board) si usted se lo pide. Si se determina que nos corresponde pagar, su médico puede enviar una solicitud nueva y se revisa lo que ya se entregó.',
  appeal: (days) =>
    days === null
      ? 'Usted o su médico pueden pedirnos que lo revisemos de nuevo.'
      : `Usted o su médico pueden pedirnos que lo revisemos de nuevo dentro de los ${days} días calendario siguientes a la decisión.`,
  howToAsk: ({ carrier, phone, reference }, until) =>
    `Llame a ${carrier} al ${phone} o escríbanos, e indique la solicitud ${reference}.${until === null ? '' : ` El último día es el ${until}.`}`,
  talk: (phone) => `Hable con su médico sobre esta receta y llámenos si tiene preguntas: ${phone}.`,
  lapsed: (what) =>
    `Nos pidieron pagar ${what}. No se respondió en el plazo que fija la ley y por eso se considera aprobado.`,
  approved: (what) => `Nos pidieron pagar ${what}. Lo aprobamos.`,
  approvedInPart: (what, part) => `Nos pidieron pagar ${what}. Aprobamos una parte: ${part}. No aprobamos el resto.`,
  part: ({ quantity, daysSupply }, part) =>
    `cantidad ${part.quantity === null ? '' : `${figure(part.quantity)} de `}${figure(quantity)} para ${part.days === null ? '' : `${part.days} de `}${daysSupply} ${daysSupply === 1 ? 'día' : 'días'}`,
  pharmacyKnows: (phone, knows) =>
    `${knows ? 'La farmacia ya lo sabe.' : 'La farmacia puede presentar el cobro cuando la aprobación esté vigente.'} Preguntas: ${phone}.`,
  representative:
    'Si alguien lo representa, esta carta también es para esa persona: por favor entréguele una copia. No tenemos registrado el nombre de un representante.',
  notice: (to, source, by) =>
    `Aviso para ${to.map((one) => spanishParties[one]).join(', ')} conforme a la norma que se cita abajo${by === null ? '' : `, con plazo hasta el ${by}`}. No conocemos un texto oficial en español; en inglés: ${english.notice(to, source, null)}`,
  confidential:
    'Esta carta contiene información médica confidencial. Si no es para usted, por favor avísenos y destrúyala.',
  footer: (reference) => `Solicitud ${reference}`,
}

export const decisionWords: Readonly<Record<LetterLanguage, Words>> = { en: english, es: spanish }
