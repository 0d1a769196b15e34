import { balanceRow, dealerRow, movementRow, rateRow } from '#contract/integration/account-batches.ts'
import { priceRow, productRow, stockRow, unitRow } from '#contract/integration/batches.ts'
import { priceRuleRow } from '#contract/integration/price-rule-batches.ts'
import type { ErpMappingProblem } from '#contract/admin/erp.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { type SourcePath, sourcePaths } from '#domain/erp/absent-fields.ts'
import { checkMapping, type MappingTerms } from '#domain/erp/check-mapping.ts'
import type { InboundResource, Mapping, MappingProblem } from '#domain/erp/mapping.ts'
import type { ErpAdapter } from '#server/erp/adapters/adapter.ts'
import { translate } from '#server/platform/http/words.ts'

const fieldsOf = ({ shape }: { shape: object }) => Object.keys(shape)

/** The fields that a mapping may fill, by section. */
const rowFields: MappingTerms['targets'] = {
  'inbound.products': fieldsOf(productRow),
  'inbound.units': fieldsOf(unitRow),
  'inbound.prices': [...fieldsOf(priceRow), 'priceList', 'vatIncluded'],
  'inbound.stock': fieldsOf(stockRow),
  'inbound.dealers': fieldsOf(dealerRow),
  'inbound.balances': fieldsOf(balanceRow),
  'inbound.movements': fieldsOf(movementRow),
  'inbound.rates': fieldsOf(rateRow),
  'inbound.rules': fieldsOf(priceRuleRow),
}

/** Reads a mapping and names its problems in the reader's language. */
export function readMapping(
  text: string,
  { inbound, outbound, knownFields }: ErpAdapter,
  locale: Locale,
): { mapping: Mapping; problems: ErpMappingProblem[] } {
  let mapping: unknown
  try {
    mapping = JSON.parse(text)
  } catch (error) {
    const problem = { place: '', code: 'json' as const, about: String(lineOf(error, text)) }
    return { mapping: {}, problems: [presentProblem(problem, locale)] }
  }
  const targets = {
    ...Object.fromEntries(Object.entries(rowFields).filter(([section]) => Object.hasOwn(inbound, section.slice(8)))),
    ...Object.fromEntries(
      outbound
        .flatMap((kind) => [`outbound.${kind}.head`, `outbound.${kind}.lines`])
        .map((each) => [each, knownFields[each] ?? null]),
    ),
  }
  // The ERP's records have more fields than the known ones.
  const problems = checkMapping(mapping, { targets, sources: {} })
  return { mapping: mapping as Mapping, problems: problems.map((each) => presentProblem(each, locale)) }
}

/** The line at which the parser stopped, from 1: the last one if the text ends too early. */
function lineOf(error: unknown, text: string): number {
  const at = error instanceof Error ? / at position (\d+)/.exec(error.message)?.[1] : undefined
  return text.slice(0, at === undefined ? text.length : Number(at)).split('\n').length
}

export const presentProblem = (problem: MappingProblem, locale: Locale): ErpMappingProblem => ({
  ...problem,
  message: translate(locale, `erp.mappingProblems.${problem.code}`, { about: problem.about }),
})

/**
 * The fields that no record had, as warnings. Fields that the mapping has no more are left out, and those that the template
 * of the ERP reads as well: its optional columns need not exist.
 */
export function presentAbsent(
  absent: readonly SourcePath[],
  { mapping, resource, template }: { mapping: Mapping; resource: InboundResource; template: Mapping },
  locale: Locale,
): ErpMappingProblem[] {
  const textOf = ({ place, path }: SourcePath) => `${place} ${path}`
  const current = new Set(sourcePaths(mapping, resource).map(textOf))
  const optional = new Set(sourcePaths(template, resource).map(textOf))
  return absent
    .filter((each) => current.has(textOf(each)) && !optional.has(textOf(each)))
    .map(({ place, path }) => presentProblem({ place, code: 'source_absent', about: path }, locale))
}
