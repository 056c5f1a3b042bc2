// Interaction seed pairs (general pharmacology, assumed: a pharmacist must confirm before production).
// Sides are prefixes of our invented drug codes (reference/drugs.ts).

export type Interaction = {
  id: string
  a: readonly string[]
  b: readonly string[]
  /** 1 contraindicated, 2 major, 3 moderate. */
  severity: 1 | 2 | 3
  text: string
}

const opioidAgonists = ['1010', '1012', '1014']
const opioids = [...opioidAgonists, '1016']
// 111603 is aspirin, 10100305 hydrocodone with ibuprofen: they share the risks, not the duplicate-therapy class.
const nsaids = ['1110', '1112', '1114', '111603', '10100305']
const ssri = ['141401']
const snri = ['1410']
const tca = ['1412']
// Immediate release, with acetaminophen, extended release.
const tramadol = ['10140101', '10140303', '10120113']
const anticoagulants = ['2210']
const oxycodone = ['10100101', '10100303', '10120101']
const methadone = ['10120301']

/** Every pair the engine knows; a pair matches whichever side the new drug is on. */
export const interactions: readonly Interaction[] = [
  {
    id: 'I01',
    a: tramadol,
    b: [...ssri, ...snri, ...tca],
    severity: 2,
    text: 'Serotonin syndrome and seizures become more likely.',
  },
  // 171203 is temazepam: a benzodiazepine by action, a sleeping pill by class.
  {
    id: 'I02',
    a: opioids,
    b: ['1710', '171203'],
    severity: 2,
    text: 'Opioid with benzodiazepine: profound sedation and slowed breathing.',
  },
  {
    id: 'I03',
    a: opioids,
    b: ['17120101'],
    severity: 2,
    text: 'Opioid with zolpidem: additive sedation and slowed breathing.',
  },
  {
    id: 'I04',
    a: ['12100301'],
    b: ['19100901', '14140105'],
    severity: 1,
    text: 'Strongly raises the tizanidine level: severe low blood pressure and sedation.',
  },
  { id: 'I05', a: nsaids, b: anticoagulants, severity: 2, text: 'Bleeding risk rises.' },
  { id: 'I06', a: nsaids, b: ssri, severity: 3, text: 'Stomach bleeding becomes more likely.' },
  { id: 'I07', a: anticoagulants, b: anticoagulants, severity: 1, text: 'Two anticoagulants at once.' },
  {
    id: 'I08',
    a: methadone,
    b: ['18120501', '17140101'],
    severity: 2,
    text: 'Methadone with another QT-prolonging drug: dangerous heart rhythm.',
  },
  {
    id: 'I09',
    a: ['19101101'],
    b: [...tramadol, ...ssri],
    severity: 1,
    text: 'Linezolid with a serotonergic drug: serotonin syndrome.',
  },
  { id: 'I10', a: ['131001'], b: opioids, severity: 3, text: 'Gabapentinoid with opioid: additive sedation.' },
  {
    id: 'I11',
    a: ['10180301'],
    b: opioids,
    severity: 1,
    text: 'Naltrexone blocks opioids and causes acute withdrawal.',
  },
  {
    id: 'I12',
    a: ['101601'],
    b: opioidAgonists,
    severity: 2,
    text: 'Buprenorphine with a full agonist: withdrawal and loss of effect.',
  },
  { id: 'I13', a: ['1610'], b: ssri, severity: 3, text: 'Triptan with SSRI: serotonin effects add up.' },
  {
    id: 'I14',
    a: nsaids,
    b: ['17140501', '30100301'],
    severity: 2,
    text: 'NSAID raises the level of lithium or methotrexate.',
  },
  {
    id: 'I15',
    a: ['13100501'],
    b: [...oxycodone, ...methadone],
    severity: 2,
    text: 'Carbamazepine lowers the opioid level: loss of effect, withdrawal.',
  },
]
