import type { BeforeContext, CallContext } from '#platform/calls/handler.ts'
import { documentName, type DocumentCheck } from '#platform/calls/documents.ts'
import { type Refuse, invalid, notFound } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import type { Upload } from '#platform/calls/upload.ts'
import { arrive, type Arrived } from './arrive.ts'
import { whatIsMissing } from './complete.ts'
import type { letters } from './contract.ts'
import { answerPages, selectedQuestions, letterBody } from './letter.ts'
import { answerable, letterStatus } from './machine.ts'
import { readCode } from './rules.ts'
import * as sql from './sql.ts'
import { factsOf } from './words.ts'

type Calls = typeof letters
type Public = CallContext<Calls['open']> | CallContext<Calls['respond']>

const isOpen = (letter: sql.LetterFound): boolean => (answerable as readonly number[]).includes(letter.status)
const hasCome = (letter: sql.LetterFound): boolean =>
  letter.status === letterStatus.RECEIVED || letter.status === letterStatus.REVIEWED

/** The letter of a code with its authorization, both locked. A wrong code and an unknown letter are both not found. */
async function entered(
  context: Public,
  call: string,
): Promise<{ letter: sql.LetterFound; content: sql.LetterContent }> {
  const { db, input, now, requestId, ip } = context
  const code = readCode(input.token)
  if (code === undefined) return notFound()
  // Sent together: the first statement gives those after it access to the letter's carrier.
  const [, , letter, content] = await Promise.all([
    db.one(sql.enterLetter({ code, call, requestId, ip, now: now.toISOString() })),
    db.one(sql.lockEntered()),
    db.one(sql.letterEntered()),
    db.one(sql.subjectEntered()),
  ])
  return letter && content ? { letter, content } : notFound()
}

/** Audits an access by the prescriber: no user is signed in, so the call writes the line itself. */
const audited = (letter: sql.LetterFound, detail: Record<string, unknown>) =>
  s`select audit(${[letter.stratus_claim_id]}::uuid[], 'lomn_request', ${letter.id}, ${JSON.stringify(detail)}::jsonb)`

/** Shows the prescriber what is asked. The first time it is opened, the letter counts as delivered. */
export async function openLetter(context: CallContext<Calls['open']>) {
  const { letter, content } = await entered(context, 'letters.open')
  const at = context.now.toISOString()
  const open = isOpen(letter)
  context.write(audited(letter, { state: open ? 'open' : 'closed' }))
  if (open && letter.opened_at === null) {
    context.write(
      sql.change(letter.mc, letter.id, {
        opened_at: at,
        ...(letter.status === letterStatus.SENT && {
          status: letterStatus.DELIVERED,
          delivered_at: letter.delivered_at ?? at,
        }),
      }),
    )
    context.publishChange('authorizations')
  }
  const body = letterBody(
    factsOf(content, {
      letterReference: letter.reference_number,
      prescriber: letter.prescriber_name,
      requestedBy: letter.requested_by_name,
    }),
    {
      template: letter.template,
      questions: letter.questions,
      comments: letter.comments,
      answerBy: letter.answer_by,
    },
  )
  return {
    state: open ? ('OPEN' as const) : hasCome(letter) ? ('ANSWERED' as const) : ('CLOSED' as const),
    referenceNumber: letter.reference_number,
    carrier: content.carrier,
    phone: content.phone,
    answeredAt: letter.received_at,
    letter: open
      ? {
          title: body.title,
          prescriber: letter.prescriber_name,
          facts: body.facts.map(([name, value]): [string, string] => [name, value]),
          intro: body.intro,
          questions: body.questions.map(({ key, text, required = false }) => ({ key, text, required })),
          comments: body.comments,
          answerBy: body.answerBy,
          today: content.today,
        }
      : null,
  }
}

/** An uploaded file after its type and content were checked; refused where the check fails. */
export async function accepted(
  file: Upload,
  check: () => Promise<DocumentCheck>,
  source: Arrived['source'],
  refuse: Refuse<'RULE'>,
): Promise<Arrived> {
  if (file.bytes.byteLength === 0) return refuse({ code: 'RULE', field: 'file', message: 'This file is empty.' })
  const checked = await check()
  if (!checked.ok) return refuse({ code: 'RULE', field: 'file', message: checked.message })
  return {
    name: documentName(file.name, checked.type, 'Letter of medical necessity'),
    type: checked.type,
    pages: checked.pages,
    bytes: file.bytes,
    source,
  }
}

const typedIn = ({ answers = [] }: { answers?: string[] | undefined }): string[] =>
  answers.map((answer) => answer.trim())

/**
 * The attached file, checked. Anybody may call: a code that opens nothing has its file looked at by nobody, and the act refuses
 * it.
 */
export async function attached(context: BeforeContext<Calls['respond']>): Promise<Arrived | undefined> {
  const { input, now, requestId, ip, portal, look, refuse } = context
  const { file } = input
  if (!file && typedIn(input).every((answer) => answer === ''))
    invalid('answers', 'Answer the questions, or attach your letter.')
  const code = readCode(input.token)
  if (!file || code === undefined) return undefined
  const enter = sql.enterLetter({ code, call: 'letters.respond', requestId, ip, now: now.toISOString() })
  const letter = await look([enter], sql.letterEntered())
  if (!letter || !isOpen(letter)) return undefined
  return accepted(file, () => portal.checkDocument(file.bytes, `letter ${letter.id}`), 'PORTAL', refuse)
}

/** Takes the prescriber's answer, once. */
export async function respond(context: CallContext<Calls['respond']>, file: Arrived | undefined) {
  const { input, now, portal } = context
  const typed = typedIn(input)
  const { letter, content } = await entered(context, 'letters.respond')
  if (!isOpen(letter))
    return context.refuse({
      code: 'CONFLICT',
      message: hasCome(letter)
        ? 'This letter was answered already.'
        : `An answer to this letter is no longer needed. Please call ${content.phone}.`,
    })
  if (input.file && !file)
    return context.refuse({
      code: 'CONFLICT',
      message: 'This letter was asked for again just now. Please send your answer once more.',
    })
  const questions = selectedQuestions(letter.template, letter.questions)
  if (typed.length > questions.length) invalid('answers', 'There are more answers than questions.')
  // An attached letter is not checked for completeness here: the user who reviews it decides that.
  const missing = input.file ? [] : whatIsMissing(questions, typed)
  if (missing.length > 0)
    context.refuse({
      code: 'VALIDATION',
      message: `Your letter is not complete. ${missing.map(({ message }) => message).join(' ')}`,
      fields: missing.map(({ at: place, message }) => ({ path: `answers.${place}`, code: 'missing', message })),
    })
  const answers = questions
    .map((question, index) => ({ question: question.text, answer: typed[index] ?? '' }))
    .filter(() => typed.some((answer) => answer !== ''))
  const at = now.toISOString()
  const documents: Arrived[] = file ? [file] : []
  if (answers.length > 0) {
    const facts = factsOf(content, {
      letterReference: letter.reference_number,
      prescriber: letter.prescriber_name,
      requestedBy: letter.requested_by_name,
    })
    const bytes = await portal.files.letter(answerPages(facts, answers, { by: input.signedBy, at: content.today, now }))
    documents.push({
      name: `Answer to ${letter.reference_number}.pdf`,
      type: 'application/pdf',
      pages: null,
      bytes,
      source: 'PORTAL',
    })
  }
  arrive(
    letter,
    {
      documents,
      answers,
      answeredBy: input.signedBy,
      signedOn: content.today,
      actor: { type: 'prescriber', id: null, name: letter.prescriber_name },
    },
    at,
    context,
  )
  context.write(audited(letter, { received: true, documents: documents.length, answers: answers.length }))
  context.publishChange('notifications')
  return { success: true as const, referenceNumber: letter.reference_number, receivedAt: at }
}
