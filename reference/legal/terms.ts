// The Terms of Use, every version ever in force, the present one first. A published version is never
// edited: what people agreed to must stay readable. The wording is our own; a provider replaces it with counsel's by
// adding a version.
import type { LegalText } from './text.ts'
import { termsVersions } from './versions.ts'

export const terms: readonly LegalText[] = [
  {
    kind: 'tou',
    title: 'Terms of Use',
    ...termsVersions[0],
    inShort: [],
    sections: [
      {
        heading: 'Registration and assent',
        paragraphs: [
          'You use {product} by invitation of a carrier that {provider} serves. To register you choose a username and tick the box that says you have read these terms and the Privacy Notice. With that you agree to both, for yourself and, as far as you act for it, for the organization that invited you.',
          'What you tell us about yourself is true and complete, and you keep it so. If you do not agree, do not register and do not use {product}.',
        ],
      },
      {
        heading: 'Updates of these terms',
        paragraphs: [
          'Every text carries a version of two numbers. When the first number rises, something of substance has changed: at your next login you are asked to read the new text and agree to it before you go on.',
          'When only the second number rises, wording was corrected or made clearer. Such a version holds from the day it is shown here, and going on to use {product} means that you accept it. The day of the last revision always stands at the top.',
        ],
      },
      {
        heading: 'Your obligations',
        paragraphs: ['Your account is yours alone. In particular you agree to:'],
        points: [
          'keep your password and every other means of signing in to yourself, and log out when you leave your desk;',
          'use {product} only for work on claims of the carriers you are assigned to, and look at no more about a person than that work needs;',
          'keep what you learn about injured workers confidential, as the law and your organization require;',
          'tell us at once when you believe that somebody else used your account or saw what they should not have seen;',
          'follow every law that applies to your decisions, including the time limits of the state of jurisdiction.',
        ],
      },
      {
        heading: 'Content of the site',
        paragraphs: [
          'Text, drawings, data, software and marks in {product} belong to {provider} or to those who license them to us. You may view and print them for your work on claims; everything else needs our written consent.',
          'Guidelines, advice, warnings and scores support a decision. They are not medical or legal advice and do not take the place of the judgment of a licensed professional or of the law of the state.',
        ],
      },
      {
        heading: 'What you submit',
        paragraphs: [
          'Decisions, notes, messages and documents you submit become part of the record of the claim. Suggestions about {product} itself we may use without paying for them. Do not submit what you have no right to share, what is unlawful or hurts others, or anything that could harm a computer.',
        ],
      },
      {
        heading: 'What is not allowed',
        paragraphs: ['You do not, and do not help others to:'],
        points: [
          'copy, sell, rent or publish content, or collect it with robots, scrapers or similar programs, or use it to train any;',
          'try to reach data of carriers, claims or people you are not assigned to;',
          'probe, scan or test the safety of the system, get round its limits, or take it apart to find out how it works, unless we agreed to it in writing;',
          'use it under a false name or for anything but lawful claims work;',
          'disturb it, load it beyond ordinary use, or put harmful code into it.',
        ],
      },
      {
        heading: 'Privacy',
        paragraphs: [
          'The Privacy Notice says which information we collect about you and what we do with it. It is part of these terms. Health information about injured workers is handled under the contracts with the carriers and under the law.',
        ],
      },
      {
        heading: 'No warranty',
        paragraphs: [
          'As far as the law allows, {product} is provided as it is and as it is available, without warranty of any kind, express or implied; that includes fitness for a purpose, accuracy, title, non-infringement, and that it runs without interruption or error.',
        ],
      },
      {
        heading: 'Limit of liability',
        paragraphs: [
          'As far as the law allows, {provider} and those who work for it are not liable for indirect, incidental, special, punitive or consequential damages, or for lost profit, data or goodwill, from the use of {product} or from its not being there to use, whatever the legal ground and even if told that such damage may occur.',
          'In all other cases liability for all claims together is limited to the greater of the fees paid for your access in the three months before the claim arose, or five US dollars ($5.00).',
        ],
      },
      {
        heading: 'Indemnification',
        paragraphs: [
          'If others make a claim against {provider} because you broke these terms or the law, or because of what you submitted, you hold us harmless and pay for the loss and for reasonable legal fees.',
        ],
      },
      {
        heading: 'Copyright notice',
        paragraphs: [
          '© {provider}. All rights reserved. If you believe that something here infringes your work, write to {provider}, {address}, name the work and the place where you saw it, say how we can reach you, and state in good faith that its use is not permitted and that you may speak for the owner.',
        ],
      },
      {
        heading: 'Governing law',
        paragraphs: [
          'The laws of the State of Florida govern these terms, without its rules about conflicts of laws. If one provision turns out not to hold, the others stay in force.',
        ],
      },
      {
        heading: 'Venue',
        paragraphs: [
          'Disputes about these terms or about {product} are heard only by the state and federal courts in Tampa, Florida, and you agree that they have jurisdiction over you.',
        ],
      },
    ],
  },
  {
    kind: 'tou',
    title: 'Terms of Use',
    ...termsVersions[1],
    inShort: [],
    sections: [
      {
        heading: 'Agreement',
        paragraphs: [
          'By registering you agree to these terms. You use {product} for work on claims of the carriers you are assigned to, keep your password to yourself, and keep what you learn confidential.',
        ],
      },
      {
        heading: 'Content and use',
        paragraphs: [
          'Content belongs to {provider}. You may view and print it for your work, and may not sell it or reach for data you are not assigned to. Clinical content supports a decision and does not replace professional judgment.',
        ],
      },
      {
        heading: 'Warranty and liability',
        paragraphs: [
          '{product} is provided as it is, without warranty. Liability is limited to the greater of the fees paid for your access in the three months before the claim arose, or five US dollars.',
        ],
      },
      {
        heading: 'Changes and law',
        paragraphs: ['We may change these terms and ask you to agree again. The laws of Florida govern them.'],
      },
    ],
  },
]
