import type { Weighted } from './prng.ts'
import type { Therapy } from './therapies.ts'

/** A typical work injury: how often, what is recorded of it, and what is prescribed for it. */
export type Injury = {
  key: string
  /** Parts of a hundred claims (domain 8.4, body parts). */
  share: number
  parts: readonly number[]
  nature: number
  causes: readonly number[]
  /** One line as an adjuster would say it. */
  text: string
  icd: readonly string[]
  /** Women and men are hurt alike here unless said otherwise. */
  specialties: readonly string[]
  /** Prescribed in the first weeks, with how often. */
  early: Weighted<Therapy>
  /** Prescribed month after month when the injury does not heal. */
  lasting: Weighted<Therapy>
}

const ortho = ['Orthopedic Surgery', 'Occupational Medicine', 'Family Medicine', 'Physical Medicine and Rehabilitation']
const pain = ['Pain Medicine', 'Physical Medicine and Rehabilitation', 'Orthopedic Surgery', 'Neurosurgery']

const strainEarly: Weighted<Therapy> = [
  [36, 'nsaid'], [26, 'relaxant'], [13, 'opioid'], [5, 'topical'], [12, 'steroid'], [3, 'stomach'], [2, 'acetaminophen'],
]
const backLasting: Weighted<Therapy> = [
  [38, 'nsaid'], [10, 'relaxant'], [24, 'nerve'], [3.4, 'opioid'], [10, 'mood'], [4, 'topical'], [3, 'stomach'],
  [0.6, 'sleep'], [1.5, 'nausea'],
]
const jointEarly: Weighted<Therapy> = [
  [46, 'nsaid'], [16, 'relaxant'], [12, 'opioid'], [8, 'topical'], [9, 'steroid'], [3, 'stomach'], [2, 'acetaminophen'],
]
const jointLasting: Weighted<Therapy> = [
  [56, 'nsaid'], [9, 'relaxant'], [2.8, 'opioid'], [12, 'topical'], [4, 'stomach'], [0.5, 'nerve'], [0.5, 'mood'],
  [5, 'steroid'],
]
const woundEarly: Weighted<Therapy> = [[34, 'antibiotic'], [36, 'nsaid'], [14, 'opioid'], [9, 'burn'], [3, 'vaccine']]
const woundLasting: Weighted<Therapy> = [[52, 'nsaid'], [16, 'antibiotic'], [12, 'burn'], [10, 'opioid'], [6, 'nerve']]

/** Injuries of the demo world. Shares add up to 100. */
export const injuries: readonly Injury[] = [
  {
    key: 'lumbar strain',
    share: 10,
    parts: [42],
    nature: 52,
    causes: [53, 56, 31],
    text: 'Lower back: strain from lifting',
    icd: ['S33.5XXA', 'M54.50'],
    specialties: ortho,
    early: strainEarly,
    lasting: backLasting,
  },
  {
    key: 'lumbar disc',
    share: 7,
    parts: [42, 43],
    nature: 59,
    causes: [53, 26, 45],
    text: 'Lower back: disc injury with nerve pain',
    icd: ['M51.26', 'M54.16', 'G89.21'],
    specialties: pain,
    early: strainEarly,
    lasting: backLasting,
  },
  {
    key: 'shoulder strain',
    share: 6,
    parts: [38],
    nature: 52,
    causes: [53, 56, 98],
    text: 'Shoulder: strain from overhead work',
    icd: ['S43.401A', 'S46.011A'],
    specialties: ortho,
    early: jointEarly,
    lasting: jointLasting,
  },
  {
    key: 'rotator cuff',
    share: 5,
    parts: [38],
    nature: 49,
    causes: [26, 31, 53],
    text: 'Shoulder: rotator cuff tear',
    icd: ['M75.101', 'M75.41'],
    specialties: ortho,
    early: jointEarly,
    lasting: jointLasting,
  },
  {
    key: 'knee sprain',
    share: 7,
    parts: [53],
    nature: 49,
    causes: [31, 26, 75],
    text: 'Knee: sprain after a twist',
    icd: ['M25.561', 'S83.511A'],
    specialties: ortho,
    early: jointEarly,
    lasting: jointLasting,
  },
  {
    key: 'meniscus',
    share: 4,
    parts: [53],
    nature: 49,
    causes: [31, 98],
    text: 'Knee: meniscus tear, wear in the joint',
    icd: ['S83.241A', 'M17.11'],
    specialties: ortho,
    early: jointEarly,
    lasting: jointLasting,
  },
  {
    key: 'hand laceration',
    share: 8,
    parts: [35],
    nature: 40,
    causes: [75, 84],
    text: 'Hand: deep cut',
    icd: ['S61.411A'],
    specialties: ['Emergency Medicine', 'Hand Surgery', 'Occupational Medicine'],
    early: woundEarly,
    lasting: woundLasting,
  },
  {
    key: 'finger fracture',
    share: 4,
    parts: [36],
    nature: 28,
    causes: [75],
    text: 'Finger: crushed in a press, broken',
    icd: ['S62.609A'],
    specialties: ['Hand Surgery', 'Emergency Medicine'],
    early: [[46, 'nsaid'], [26, 'opioid'], [20, 'antibiotic'], [4, 'stomach']],
    lasting: [[60, 'nsaid'], [14, 'opioid'], [10, 'topical'], [10, 'nerve'], [6, 'stomach']],
  },
  {
    key: 'hand burn',
    share: 3,
    parts: [35],
    nature: 4,
    causes: [84, 4],
    text: 'Hand: second-degree burn',
    icd: ['T23.201A'],
    specialties: ['Emergency Medicine', 'Occupational Medicine'],
    early: [[34, 'burn'], [30, 'nsaid'], [16, 'opioid'], [14, 'antibiotic']],
    lasting: [[36, 'burn'], [44, 'nsaid'], [10, 'nerve'], [8, 'antibiotic']],
  },
  {
    key: 'carpal tunnel',
    share: 4,
    parts: [34],
    nature: 71,
    causes: [98],
    text: 'Wrist: carpal tunnel syndrome',
    icd: ['G56.01'],
    specialties: ['Hand Surgery', 'Neurology', 'Occupational Medicine'],
    early: [[52, 'nsaid'], [18, 'topical'], [12, 'steroid'], [12, 'nerve']],
    lasting: [[48, 'nsaid'], [24, 'nerve'], [20, 'topical'], [4, 'stomach']],
  },
  {
    key: 'wrist fracture',
    share: 2,
    parts: [34],
    nature: 28,
    causes: [31, 26],
    text: 'Wrist: broken in a fall',
    icd: ['S52.501A'],
    specialties: ['Hand Surgery', 'Orthopedic Surgery'],
    early: [[48, 'nsaid'], [30, 'opioid'], [8, 'stomach'], [6, 'nausea']],
    lasting: [[54, 'nsaid'], [16, 'opioid'], [16, 'topical'], [10, 'nerve']],
  },
  {
    key: 'neck strain',
    share: 5,
    parts: [20, 22],
    nature: 52,
    causes: [45, 53],
    text: 'Neck: whiplash, disc bulge',
    icd: ['S13.4XXA', 'M50.20'],
    specialties: pain,
    early: strainEarly,
    lasting: backLasting,
  },
  {
    key: 'ankle sprain',
    share: 7,
    parts: [55],
    nature: 49,
    causes: [31, 26],
    text: 'Ankle: sprain on uneven ground',
    icd: ['S93.401A'],
    specialties: ortho,
    early: jointEarly,
    lasting: jointLasting,
  },
  {
    key: 'leg fracture',
    share: 2,
    parts: [54],
    nature: 28,
    causes: [26, 45],
    text: 'Lower leg: broken, plated',
    icd: ['S82.891A'],
    specialties: ['Orthopedic Surgery', 'Physical Medicine and Rehabilitation'],
    early: [[36, 'nsaid'], [34, 'opioid'], [10, 'clot'], [8, 'antibiotic'], [8, 'nausea']],
    lasting: [[50, 'nsaid'], [20, 'opioid'], [14, 'stomach'], [2, 'nerve'], [10, 'topical']],
  },
  {
    key: 'multiple trauma',
    share: 9,
    parts: [90],
    nature: 90,
    causes: [45, 26],
    text: 'Multiple parts: vehicle collision',
    icd: ['M79.18', 'M54.2', 'G89.21'],
    specialties: pain,
    early: strainEarly,
    lasting: backLasting,
  },
  {
    key: 'concussion',
    share: 5,
    parts: [10, 18],
    nature: 59,
    causes: [75, 31, 26],
    text: 'Head: concussion with lasting headache',
    icd: ['S06.0X0A', 'G44.309'],
    specialties: ['Neurology', 'Physical Medicine and Rehabilitation'],
    early: [[40, 'acetaminophen'], [28, 'nausea'], [16, 'tricyclic'], [12, 'migraine']],
    lasting: [[34, 'migraine'], [34, 'tricyclic'], [12, 'nausea'], [10, 'acetaminophen'], [2, 'sleep']],
  },
  {
    key: 'elbow',
    share: 5,
    parts: [32],
    nature: 37,
    causes: [98, 56],
    text: 'Elbow: tendon inflammation',
    icd: ['M79.18'],
    specialties: ortho,
    early: jointEarly,
    lasting: jointLasting,
  },
  {
    key: 'eye',
    share: 2,
    parts: [14],
    nature: 25,
    causes: [75, 4],
    text: 'Eye: metal splinter in the cornea',
    icd: ['S05.01XA', 'T15.01XA'],
    specialties: ['Ophthalmology', 'Emergency Medicine'],
    early: [[76, 'eye'], [20, 'nsaid']],
    lasting: [[80, 'eye'], [18, 'nsaid']],
  },
  {
    key: 'stress',
    share: 2,
    parts: [91],
    nature: 77,
    causes: [75],
    text: 'Psychological: stress disorder after an assault',
    icd: ['F43.10', 'F32.A'],
    specialties: ['Psychiatry'],
    early: [[60, 'psych'], [20, 'tricyclic'], [12, 'calm'], [8, 'sleep']],
    lasting: [[66, 'psych'], [18, 'tricyclic'], [6, 'sleep'], [4, 'calm']],
  },
  {
    key: 'inhalation',
    share: 2,
    parts: [60],
    nature: 71,
    causes: [4],
    text: 'Lungs: fumes inhaled, bronchitis',
    icd: ['J68.0'],
    specialties: ['Pulmonology', 'Occupational Medicine'],
    early: [[46, 'lung'], [30, 'steroid'], [20, 'antibiotic']],
    lasting: [[72, 'lung'], [20, 'steroid'], [6, 'antibiotic']],
  },
  {
    key: 'hip',
    share: 1,
    parts: [51],
    nature: 10,
    causes: [31, 26],
    text: 'Hip: bruise from a fall',
    icd: ['G57.01'],
    specialties: ortho,
    early: jointEarly,
    lasting: jointLasting,
  },
]
