// Starter list of ICD-10-CM codes for the demo. Texts are short forms of our own; validate against the
// yearly public file before production.

export type Icd10 = { code: string; description: string }

/** Forty diagnoses that workers' compensation claims carry. */
export const icd10Codes: readonly Icd10[] = [
  { code: 'S33.5XXA', description: 'Sprain of lumbar spine' },
  { code: 'M54.50', description: 'Low back pain' },
  { code: 'M51.26', description: 'Lumbar disc displacement' },
  { code: 'M54.16', description: 'Lumbar radiculopathy' },
  { code: 'S13.4XXA', description: 'Sprain of neck' },
  { code: 'M50.20', description: 'Cervical disc displacement' },
  { code: 'S43.401A', description: 'Sprain of right shoulder' },
  { code: 'M75.101', description: 'Rotator cuff tear, right' },
  { code: 'M75.41', description: 'Impingement of right shoulder' },
  { code: 'S46.011A', description: 'Strain of right rotator cuff' },
  { code: 'S83.511A', description: 'Sprain of right anterior cruciate ligament' },
  { code: 'M17.11', description: 'Osteoarthritis of right knee' },
  { code: 'S83.241A', description: 'Tear of right medial meniscus' },
  { code: 'M25.561', description: 'Pain in right knee' },
  { code: 'S93.401A', description: 'Sprain of right ankle' },
  { code: 'S82.891A', description: 'Fracture of right lower leg' },
  { code: 'S52.501A', description: 'Fracture of lower end of right radius' },
  { code: 'G56.01', description: 'Carpal tunnel syndrome, right' },
  { code: 'S61.411A', description: 'Laceration of right hand' },
  { code: 'S62.609A', description: 'Fracture of finger' },
  { code: 'S68.119A', description: 'Amputation of finger' },
  { code: 'S05.01XA', description: 'Abrasion of right eye' },
  { code: 'T15.01XA', description: 'Foreign body in right cornea' },
  { code: 'S06.0X0A', description: 'Concussion' },
  { code: 'G44.309', description: 'Headache after trauma' },
  { code: 'G90.511', description: 'Complex regional pain syndrome of right arm' },
  { code: 'G89.21', description: 'Chronic pain due to trauma' },
  { code: 'G89.4', description: 'Chronic pain syndrome' },
  { code: 'F43.10', description: 'Post-traumatic stress disorder' },
  { code: 'F32.A', description: 'Depression' },
  { code: 'F11.20', description: 'Opioid dependence' },
  { code: 'K59.03', description: 'Constipation caused by a drug' },
  { code: 'J68.0', description: 'Bronchitis from chemicals' },
  { code: 'T23.201A', description: 'Second-degree burn of right hand' },
  { code: 'Z20.6', description: 'Contact with HIV' },
  { code: 'W46.0XXA', description: 'Needle stick' },
  { code: 'I26.99', description: 'Pulmonary embolism' },
  { code: 'M54.2', description: 'Neck pain' },
  { code: 'M79.18', description: 'Muscle pain' },
  { code: 'G57.01', description: 'Lesion of right sciatic nerve' },
]

const byCode = new Map(icd10Codes.map((row) => [row.code, row.description]))

/** What a code means; undefined when it is not in the starter list. */
export const icd10Description = (code: string): string | undefined => byCode.get(code)
