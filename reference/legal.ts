// The legal texts as versioned documents. The wording is our own; a provider replaces it with counsel's.

export type LegalText = {
  kind: 'tou' | 'privacy' | 'contact'
  title: string
  version: string
  revised: string | null
  sections: { heading: string; paragraphs: string[] }[]
}

export const termsVersion = '3.0'
export const privacyVersion = '6.0'

const texts: Record<LegalText['kind'], LegalText> = {
  tou: {
    kind: 'tou',
    title: 'Terms of Use',
    version: termsVersion,
    revised: '2023-05-03',
    sections: [
      {
        heading: 'Registration and assent',
        paragraphs: [
          'By completing your registration you agree to these terms for yourself and for the organization that invited you. You give true information and keep it current.',
        ],
      },
      {
        heading: 'Updates',
        paragraphs: [
          'A change of the first number of the version asks for your agreement again. A change of the second number corrects wording and is shown in the revision date.',
        ],
      },
      {
        heading: 'Your obligations',
        paragraphs: [
          'Your account is yours alone. You use it only for work on claims of the carriers you are assigned to, and you tell us at once when you believe somebody else used it.',
        ],
      },
      {
        heading: 'Site content',
        paragraphs: [
          'Content is provided for claims work. Clinical information supports a decision and does not replace the judgement of a licensed professional.',
        ],
      },
      {
        heading: 'Submissions',
        paragraphs: [
          'What you submit may be used to run, secure and improve the service. Do not send what you may not share.',
        ],
      },
      {
        heading: 'Use restrictions',
        paragraphs: [
          'You do not copy, scrape, resell or probe the service, and you do not try to reach data of carriers you do not work for.',
        ],
      },
      {
        heading: 'Privacy',
        paragraphs: ['The Privacy Notice says what is collected and why. It is part of these terms.'],
      },
      {
        heading: 'Warranty disclaimer',
        paragraphs: ['The service is provided as is, without warranty of any kind, as far as the law allows.'],
      },
      {
        heading: 'Liability',
        paragraphs: [
          'Liability is limited to the greater of the fees paid for your access in the prior three months or five US dollars.',
        ],
      },
      { heading: 'Indemnification', paragraphs: ['You answer for claims that arise from your breach of these terms.'] },
      {
        heading: 'Copyright notice',
        paragraphs: [
          'If you believe something here infringes your work, write to the address in the contact panel and name the work and the place.',
        ],
      },
      {
        heading: 'Law and venue',
        paragraphs: ['The law of Florida governs. The courts of Tampa, Florida, are the venue.'],
      },
    ],
  },
  privacy: {
    kind: 'privacy',
    title: 'Privacy Notice',
    version: privacyVersion,
    revised: '2025-04-22',
    sections: [
      {
        heading: 'Information collected',
        paragraphs: ['Account data you give, data of the claims you work on, and technical data of your sessions.'],
      },
      {
        heading: 'How it is used',
        paragraphs: [
          'To decide prescription requests, to keep records the law asks for, to secure and improve the service.',
        ],
      },
      {
        heading: 'Disclosure',
        paragraphs: [
          'To the carriers you work for, to pharmacies and prescribers where a decision concerns them, and where the law requires it. We do not sell data for money.',
        ],
      },
      {
        heading: 'Cookies and tracking choices',
        paragraphs: [
          'One cookie holds your session, one lives a few minutes while you sign in. Session replay, where it is used at all, is kept private.',
        ],
      },
      {
        heading: 'Communication preferences',
        paragraphs: ['You choose which notices reach you by mail. Notices about your duties cannot be switched off.'],
      },
      {
        heading: 'Children',
        paragraphs: [
          'The service is not for children. We do not knowingly collect data of children under 13, and data of people under 16 is neither sold nor shared.',
        ],
      },
      {
        heading: 'State rights',
        paragraphs: [
          'Residents of Nebraska, Texas and California may ask for access, correction, deletion, portability and opt-out, may appeal, and may use an authorized agent. California residents may ask for access up to twice a year.',
          'Requests go through the web form, by post or by phone; the contact panel has the values.',
        ],
      },
      { heading: 'Other sites', paragraphs: ['Links to other sites lead out of our responsibility.'] },
      { heading: 'Changes', paragraphs: ['A new version is announced above the header for 31 days.'] },
      { heading: 'Contact', paragraphs: ['Questions go to the privacy office named in the contact panel.'] },
    ],
  },
  contact: {
    kind: 'contact',
    title: 'Contact Us',
    version: '1.0',
    revised: null,
    sections: [
      { heading: 'Support', paragraphs: ['800-555-0142, every day around the clock'] },
      { heading: 'Corporate', paragraphs: ['RxDocket, 100 Example Plaza, Tampa, FL 33601'] },
      { heading: 'Account management', paragraphs: ['accounts@rxdocket.example'] },
      { heading: 'Sales', paragraphs: ['sales@rxdocket.example'] },
      { heading: 'Clinical', paragraphs: ['clinical@rxdocket.example'] },
      { heading: 'Human resources', paragraphs: ['people@rxdocket.example'] },
      { heading: 'Media', paragraphs: ['media@rxdocket.example'] },
      { heading: 'Privacy office', paragraphs: ['privacy@rxdocket.example'] },
    ],
  },
}

/** The current version of a legal text. */
export const legalText = (kind: LegalText['kind']): LegalText => texts[kind]
