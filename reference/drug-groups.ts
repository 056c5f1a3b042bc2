// Therapeutic groups of the invented drug code. SGPI numbers are ours; Medi-Span GPI is proprietary and
// these digits must never be shown as real GPI: exports write them with the prefix S.

type DrugGroup = { sgpi: string; name: string; role: string }

/** Every group and class (4 digits) with its role in workers' compensation. */
const drugGroups: readonly DrugGroup[] = [
  { sgpi: '1010', name: 'Opioid agonists, short acting', role: 'acute pain' },
  { sgpi: '1012', name: 'Opioid agonists, long acting', role: 'chronic pain' },
  { sgpi: '1014', name: 'Opioids, weak or dual', role: 'acute pain' },
  { sgpi: '1016', name: 'Opioid partial agonists', role: 'pain, opioid use disorder' },
  { sgpi: '1018', name: 'Opioid antagonists', role: 'rescue' },
  { sgpi: '1110', name: 'Anti-inflammatories, oral', role: 'first line' },
  { sgpi: '1112', name: 'COX-2 inhibitors', role: 'first line' },
  { sgpi: '1114', name: 'Anti-inflammatory combinations', role: 'high cost' },
  { sgpi: '1116', name: 'Acetaminophen and aspirin', role: 'over the counter' },
  { sgpi: '1210', name: 'Muscle relaxants', role: 'acute spasm' },
  { sgpi: '1212', name: 'Muscle relaxant, controlled', role: 'excluded by default' },
  { sgpi: '1310', name: 'Anticonvulsants for pain', role: 'neuropathic pain' },
  { sgpi: '1410', name: 'Antidepressants, SNRI', role: 'chronic pain' },
  { sgpi: '1412', name: 'Antidepressants, tricyclic', role: 'neuropathic pain' },
  { sgpi: '1414', name: 'Antidepressants, SSRI and other', role: 'psychological overlay' },
  { sgpi: '1510', name: 'Topical anti-inflammatories', role: 'joint pain' },
  { sgpi: '1512', name: 'Topical anesthetics', role: 'neuropathic pain' },
  { sgpi: '1514', name: 'Topical kits, private label', role: 'cost outlier' },
  { sgpi: '1516', name: 'Compound ingredients', role: 'cost outlier' },
  { sgpi: '1610', name: 'Migraine, triptans', role: 'head injury' },
  { sgpi: '1612', name: 'Migraine, CGRP', role: 'high cost' },
  { sgpi: '1710', name: 'Benzodiazepines', role: 'risk' },
  { sgpi: '1712', name: 'Sedative hypnotics', role: 'sleep' },
  { sgpi: '1714', name: 'Antipsychotics and lithium', role: 'psychiatric' },
  { sgpi: '1716', name: 'Stimulants', role: 'brain injury' },
  { sgpi: '1810', name: 'Proton pump inhibitors', role: 'stomach protection' },
  { sgpi: '1812', name: 'H2 blockers, laxatives, antiemetics', role: 'side effects' },
  { sgpi: '1814', name: 'Opioid-induced constipation', role: 'chronic opioid use' },
  { sgpi: '1910', name: 'Antibiotics, oral', role: 'wounds' },
  { sgpi: '1912', name: 'Antivirals after exposure', role: 'exposure' },
  { sgpi: '1914', name: 'Vaccines and immune globulin', role: 'exposure' },
  { sgpi: '2010', name: 'Corticosteroids, oral', role: 'acute' },
  { sgpi: '2012', name: 'Corticosteroids, injected', role: 'injections' },
  { sgpi: '2014', name: 'Hyaluronic acid', role: 'knee' },
  { sgpi: '2110', name: 'Respiratory', role: 'inhalation' },
  { sgpi: '2210', name: 'Anticoagulants', role: 'after surgery' },
  { sgpi: '2310', name: 'Cardiovascular', role: 'usually unrelated' },
  { sgpi: '2410', name: 'Diabetes', role: 'unrelated' },
  { sgpi: '2510', name: 'Erectile dysfunction', role: 'spine or pelvic injury' },
  { sgpi: '2610', name: 'Ophthalmic', role: 'eye' },
  { sgpi: '2710', name: 'Burns and wounds', role: 'burns' },
  { sgpi: '2810', name: 'Bone agents', role: 'fracture' },
  { sgpi: '2910', name: 'Supplements and medical food', role: 'unproven' },
  { sgpi: '3010', name: 'Biologics and methotrexate', role: 'unrelated' },
  { sgpi: '3110', name: 'Botulinum toxin', role: 'spasticity' },
  { sgpi: '3210', name: 'Local anesthetics, injected', role: 'procedures' },
  { sgpi: '3310', name: 'Equipment supplies', role: 'equipment' },
]

const bySgpi = new Map(drugGroups.map((row) => [row.sgpi, row.name]))

/** The name of the group a code of 4 or more digits falls in; undefined when the group is not ours. */
export const drugGroupName = (gpi: string): string | undefined => bySgpi.get(gpi.slice(0, 4))
