// What a letter of medical necessity asks. The words are ours; the topics of the opioid and the compound letter
// are those the federal programme asks about on its forms CA-27 and OWCP-26, which are not reproduced here. The questions it
// cannot do without are named for each kind.

export type LetterTemplateId = 'general' | 'opioid' | 'compound'

export type LetterQuestion = {
  key: string
  /** As the prescriber reads it. */
  text: string
  /** In a list of what to ask about. */
  short: string
  /** Lines left free on paper. */
  lines: number
  /** A letter without it is not complete, and is not taken. */
  required?: true
  /** What its answer holds at the least, and how to say so. */
  holds?: { pattern: RegExp; words: string }
}

export type LetterTemplate = {
  id: LetterTemplateId
  name: string
  /** When it fits, in words for the user who chooses. */
  fits: string
  /** What is asked for, after "we received a request for {drug}". */
  intro: string
  questions: readonly LetterQuestion[]
  /** Such a letter speaks for so many days; null = as the programme's rule says (reference/first-fill.ts). */
  validDays: number | null
  /** It speaks for the drugs under so many digits of the drug code that was asked for. */
  gpiDigits: 2 | 8 | 14
}

const diagnosis: LetterQuestion = {
  key: 'diagnosis',
  text: 'Which diagnosis is this drug for, and how does it follow from the work injury?',
  short: 'Diagnosis and its tie to the injury',
  lines: 2,
}
const tried: LetterQuestion = {
  key: 'tried',
  text: 'Which other treatments were tried, for how long, and with what result?',
  short: 'Other treatments tried, and the result',
  lines: 3,
}
const duration: LetterQuestion = {
  key: 'duration',
  text: 'For how long is this dose and quantity needed, and when will you see the patient again?',
  short: 'How long it is needed',
  lines: 2,
}

export const letterTemplates: readonly LetterTemplate[] = [
  {
    id: 'general',
    name: 'General',
    fits: 'Any drug that is not an opioid or a compound.',
    intro: 'Before we can decide, please tell us why this drug, dose and length of treatment are needed.',
    questions: [
      diagnosis,
      { ...tried, required: true },
      {
        key: 'why',
        required: true,
        text: 'Why is this drug needed rather than one of the same class that the plan covers without asking?',
        short: 'Why this drug and no other',
        lines: 2,
      },
      duration,
      {
        key: 'goal',
        text: 'What should the treatment achieve, and how will you measure it?',
        short: 'Goal of the treatment',
        lines: 2,
      },
    ],
    validDays: null,
    gpiDigits: 8,
  },
  {
    id: 'opioid',
    name: 'Opioid',
    fits: 'Opioids: long use, a higher dose, or several at once.',
    intro:
      'Opioids for longer than the plan pays without a letter need your reasons and your plan. Please answer for all opioids you prescribe to this patient.',
    questions: [
      {
        key: 'exam',
        required: true,
        holds: { pattern: /\d/, words: 'Enter the date of the last examination.' },
        text: 'On which date did you last examine the patient, and what did you find?',
        short: 'Last examination and findings',
        lines: 2,
      },
      diagnosis,
      {
        key: 'plan',
        required: true,
        text: 'What is your treatment plan: drugs, daily dose, quantity and expected length?',
        short: 'Treatment plan and dose',
        lines: 3,
      },
      tried,
      {
        key: 'function',
        text: 'How have pain and function changed under this treatment?',
        short: 'Change in pain and function',
        lines: 2,
      },
      {
        key: 'screening',
        required: true,
        text: 'How was the risk of misuse assessed (questionnaire, urine test, state monitoring database), when, and with what result?',
        short: 'Screening for misuse',
        lines: 2,
      },
      {
        key: 'agreement',
        text: 'Is there a signed treatment agreement, and were the risks discussed?',
        short: 'Treatment agreement',
        lines: 1,
      },
      {
        key: 'naloxone',
        text: 'Has naloxone been prescribed? If not, why not?',
        short: 'Naloxone prescription',
        lines: 1,
      },
      {
        key: 'taper',
        required: true,
        text: 'What is your plan to lower or end the dose, with dates?',
        short: 'Plan to lower the dose, with dates',
        lines: 2,
      },
    ],
    validDays: null,
    gpiDigits: 2,
  },
  {
    id: 'compound',
    name: 'Compound',
    fits: 'Drugs a pharmacy mixes.',
    intro:
      'A compound is paid when no product that is sold ready-made can be used. Please give your reasons for each part of it.',
    questions: [
      {
        key: 'ingredients',
        required: true,
        text: 'Name each ingredient with its strength, and why each is needed.',
        short: 'Ingredients, and why each',
        lines: 4,
      },
      {
        key: 'route',
        required: true,
        text: 'How, where and how often is it applied?',
        short: 'Route and directions',
        lines: 2,
      },
      diagnosis,
      {
        key: 'readyMade',
        required: true,
        text: 'Which ready-made products were tried and failed, or cannot be used, and why?',
        short: 'Ready-made products tried',
        lines: 3,
      },
      {
        key: 'length',
        required: true,
        holds: { pattern: /\b(?:30|60|90)\b/, words: 'Say 30, 60 or 90 days.' },
        text: 'For how long is it needed: 30, 60 or 90 days?',
        short: 'Length: 30, 60 or 90 days',
        lines: 1,
      },
    ],
    // OWCP-26: good for 90 days from its signature.
    validDays: 90,
    gpiDigits: 14,
  },
]

const byId: ReadonlyMap<string, LetterTemplate> = new Map(letterTemplates.map((one) => [one.id, one]))

/** A template by its id. */
export const letterTemplate = (id: LetterTemplateId): LetterTemplate => byId.get(id)!

/** The template that fits a drug. */
export const templateFor = (of: { compound: boolean; opioid: boolean }): LetterTemplateId =>
  of.compound ? 'compound' : of.opioid ? 'opioid' : 'general'
