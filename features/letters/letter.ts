import { usDate } from '#platform/dates/day.ts'
import type { Letter, LetterPart } from '#platform/pdf/pdf-letter.ts'
import { letterTemplate, type LetterQuestion, type LetterTemplateId } from '#reference/letter-templates.ts'

/** The facts of a letter. Days are 'YYYY-MM-DD'. Never a Social Security number. */
export type LetterFacts = {
  letterReference: string | null
  carrier: string
  phone: string
  requestReference: string
  claimNumber: string
  patient: string
  dateOfBirth: string
  dateOfInjury: string
  injury: string
  drug: string
  quantity: number
  daysSupply: number
  /** Why the claim stopped, in words. */
  reasons: readonly string[]
  pharmacy: string
  prescriber: string
  requestedBy: string
}

/** What the user chose in the form. */
export type LetterChoice = {
  template: LetterTemplateId
  /** Keys of the questions to ask. */
  questions: readonly string[]
  comments: string
  /** 'YYYY-MM-DD'. */
  answerBy: string
}

const figure = (value: number): string => String(Math.round(value * 1000) / 1000)

/** The questions of a template that are asked, in its order; all of them when none is named. */
export function selectedQuestions(template: LetterTemplateId, keys: readonly string[]): readonly LetterQuestion[] {
  const { questions } = letterTemplate(template)
  const selected = questions.filter((question) => keys.includes(question.key))
  return selected.length > 0 ? selected : questions
}

/** "oxycodone 5 mg tablet, 60 for 30 days" */
const drugSentence = ({ drug, quantity, daysSupply }: Pick<LetterFacts, 'drug' | 'quantity' | 'daysSupply'>): string =>
  `${drug}, ${figure(quantity)} for ${daysSupply} ${daysSupply === 1 ? 'day' : 'days'}`

/** The text of a letter between address and signature, the same on paper, in the preview and on the prescriber's page. */
export function letterBody(facts: LetterFacts, choice: LetterChoice) {
  const template = letterTemplate(choice.template)
  return {
    title: 'Request for a letter of medical necessity',
    facts: [
      ...(facts.letterReference === null ? [] : ([['Reference', facts.letterReference]] as const)),
      ['Request', facts.requestReference],
      ['Claim', facts.claimNumber],
      ['Patient', `${facts.patient}, born ${usDate(facts.dateOfBirth)}`],
      ['Injury', `${facts.injury}, ${usDate(facts.dateOfInjury)}`],
      ['Drug', drugSentence(facts)],
      ['Pharmacy', facts.pharmacy],
      ...(facts.reasons.length === 0 ? [] : ([['Why it stopped', facts.reasons.join('; ')]] as const)),
    ] as readonly (readonly [string, string])[],
    intro: `We received a request for ${drugSentence(facts)}. ${template.intro}`,
    questions: selectedQuestions(choice.template, choice.questions),
    comments: choice.comments.trim(),
    answerBy: `Please answer by ${usDate(choice.answerBy)}. The request remains under review and may be decided before your answer arrives.`,
  }
}

export type AnswerWays = {
  /** URL of the page where the prescriber answers. */
  page: string
  /** The code to type there; null in a preview. */
  code: string | null
}

/** The pages of a letter. */
export function letterPages(
  facts: LetterFacts,
  choice: LetterChoice,
  ways: AnswerWays,
  /** The carrier's calendar day and the present instant. */
  at: { day: string; now: Date },
): Letter {
  const body = letterBody(facts, choice)
  const parts: LetterPart[] = [
    { kind: 'facts', rows: body.facts },
    { kind: 'paragraph', text: body.intro },
    ...body.questions.map((question, index): LetterPart => ({
      kind: 'question',
      number: index + 1,
      text: question.text,
      lines: question.lines,
    })),
    ...(body.comments === ''
      ? []
      : ([
          { kind: 'heading', text: 'Also' },
          { kind: 'quote', text: body.comments },
        ] as const)),
    { kind: 'paragraph', text: body.answerBy },
    { kind: 'heading', text: 'How to answer' },
    {
      kind: 'paragraph',
      text:
        ways.code === null
          ? `On ${ways.page}, with the code that comes with the letter: type the answers there, or send your own letter as a PDF or picture.`
          : `On ${ways.page}, with this code: type the answers there, or send your own letter as a PDF or picture.`,
    },
    ...(ways.code === null ? [] : ([{ kind: 'code', text: ways.code }] as const)),
    {
      kind: 'paragraph',
      text: `Or write on these pages, sign them and return them to us. Call for instructions: ${facts.phone}.`,
    },
    { kind: 'signature', words: ['Signature of the prescriber', 'Date'] },
    {
      kind: 'small',
      text: 'This letter contains confidential health information. If you are not the intended recipient, please notify us and destroy it.',
    },
  ]
  return {
    title: body.title,
    from: [facts.carrier, `For ${facts.requestedBy}`, `Telephone ${facts.phone}`],
    date: usDate(at.day),
    to: [facts.prescriber],
    parts,
    footer: [facts.letterReference, `Request ${facts.requestReference}`].filter(Boolean).join(' · '),
    now: at.now,
  }
}

/** The pages of typed answers, stored as a document. */
export function answerPages(
  facts: LetterFacts,
  answers: readonly { question: string; answer: string }[],
  signed: { by: string; at: string; now: Date },
): Letter {
  return {
    title: 'Letter of medical necessity',
    from: [signed.by, `Answer to ${facts.carrier}`],
    date: usDate(signed.at),
    to: [facts.carrier],
    parts: [
      {
        kind: 'facts',
        rows: [
          ...(facts.letterReference === null ? [] : ([['Reference', facts.letterReference]] as const)),
          ['Request', facts.requestReference],
          ['Claim', facts.claimNumber],
          ['Patient', `${facts.patient}, born ${usDate(facts.dateOfBirth)}`],
          ['Drug', drugSentence(facts)],
        ],
      },
      ...answers.map(({ question, answer }, index): LetterPart => ({
        kind: 'question',
        number: index + 1,
        text: question,
        answer: answer.trim() === '' ? 'Not answered.' : answer,
      })),
      {
        kind: 'paragraph',
        text: `Typed and signed electronically by ${signed.by} on ${usDate(signed.at)}, who stated that they are the prescriber or act for the prescriber.`,
      },
    ],
    footer: [facts.letterReference, `Request ${facts.requestReference}`].filter(Boolean).join(' · '),
    now: signed.now,
  }
}
