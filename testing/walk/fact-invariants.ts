const clearedAs = (codes: string): string =>
  `exists (select from jsonb_array_elements(x.result -> 'cleared') c where c #>> '{reject,rejectCode}' in (${codes}))`

/** Invariants of what was paid beside the facts of its claim, each as a query that finds nothing while it holds. */
export const factRules: readonly [says: string, broken: string][] = [
  [
    'nothing is paid on a day on which the claim was denied or controverted, as its facts said then, unless that was cleared',
    `select x.authorization_id as id, x.tcn || ' of ' || x.fill_date || ', ' || f.value || ' from ' || f.valid_from as what from rx_transaction x
       cross join lateral (select f.value, f.valid_from from claim_fact f where f.mc = x.mc and f.stratus_claim_id = x.stratus_claim_id
         and f.kind = 'COMPENSABILITY' and f.at <= x.submitted_at and f.valid_from <= x.fill_date order by f.valid_from desc, f.at desc limit 1) f
      where x.status in ('P', 'X') and f.value in ('DENIED', 'CONTROVERTED') and not ${clearedAs(`'65'`)}`,
  ],
  [
    'nothing is paid after the day a person died',
    `select x.authorization_id as id, x.tcn || ' of ' || x.fill_date || ', died ' || f.valid_from as what from rx_transaction x
       join wc_claim c on c.mc = x.mc and c.id = x.stratus_claim_id
       cross join lateral (select f.value, f.valid_from from claim_fact f join wc_claim o on o.mc = f.mc and o.id = f.stratus_claim_id
         where f.mc = x.mc and o.claimant_id = c.claimant_id and f.kind = 'DEATH' and f.at <= x.submitted_at order by f.at desc limit 1) f
      where x.status in ('P', 'X') and f.value = 'DIED' and x.fill_date > f.valid_from`,
  ],
]
