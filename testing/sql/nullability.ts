import { isNode, nodesIn, textOf, type TreeNode, type TreeValue } from './node-tree.ts'

/** What nullability depends on besides the statement. */
export type SchemaFacts = {
  /** `table oid.column number` of columns with NOT NULL. */
  required: ReadonlySet<string>
  /** Names of functions by their oid. */
  functions: ReadonlyMap<string, string>
}

type Query = TreeNode

const SELECT = '1'
const RELATION = '0'
const SUBQUERY = '1'
const JOIN = '2'
const FUNCTION = '3'
const VALUES = '5'
const CTE = '6'
const GROUP = '9'
const INNER_JOIN = '0'
const LEFT_JOIN = '1'
const EXISTS_SUBLINK = '0'
const VALUE_SUBLINK = '4'
const ARRAY_SUBLINK = '6'

const NEVER_NULL = new Set(
  'NULLTEST BOOLEANTEST DISTINCTEXPR SQLVALUEFUNCTION ROWEXPR ARRAYEXPR JSONCONSTRUCTOREXPR GROUPINGFUNC MERGESUPPORTFUNC'.split(
    ' ',
  ),
)
/** Null exactly where an argument is. */
const NULL_FROM_ARGUMENTS = new Set(
  'OPEXPR BOOLEXPR SCALARARRAYOPEXPR RELABELTYPE COERCEVIAIO ARRAYCOERCEEXPR COLLATEEXPR COERCETODOMAIN CONVERTROWTYPEEXPR'.split(
    ' ',
  ),
)
const NULL_FROM_ALL_ARGUMENTS = new Set(['COALESCEEXPR', 'MINMAXEXPR'])
/** Operators that find nothing in a present value. */
const SEARCHING_OPERATOR = /^jsonb?_(object_field|array_element|extract_path)/
/** Functions that return null only for a null argument; casts are functions named after their type. */
const TOTAL_FUNCTIONS = new Set(
  'int2 int4 int8 float4 float8 numeric text varchar bpchar bool date timestamp timestamptz timezone lower upper length char_length octet_length round floor ceil trunc abs sign mod replace btrim ltrim rtrim left right lpad substr substring concat concat_ws format md5 sha256 encode decode to_char extract date_part date_trunc make_interval now clock_timestamp statement_timestamp transaction_timestamp pg_backend_pid current_setting cardinality position strpos starts_with split_part translate reverse repeat to_jsonb to_json jsonb_build_object jsonb_build_array row_to_json nextval lastval txid_current pg_current_xact_id array_remove array_append array_to_string string_to_array hashtext hashtextextended uuidv7 gen_random_uuid random generate_series unnest fold trim_scale convert_to pg_current_snapshot pg_snapshot_xmin pg_try_advisory_lock pg_try_advisory_xact_lock'.split(
    ' ',
  ),
)
/** Functions that are never null, whatever their arguments. */
const FILLED_FUNCTIONS = new Set(
  'concat concat_ws jsonb_build_object jsonb_build_array json_build_object json_build_array num_nonnulls num_nulls'.split(
    ' ',
  ),
)
const COUNTING = new Set('count row_number rank dense_rank ntile'.split(' '))
/** Null only for a null argument, once there is a row. */
const AGGREGATES = new Set(
  'sum min max avg array_agg string_agg jsonb_agg json_agg jsonb_object_agg bool_and bool_or every first_value last_value'.split(
    ' ',
  ),
)

/** For each column of a statement's result: its name and whether it can be null as far as the schema and the SQL tell. */
export function resultColumns(query: Query, schema: SchemaFacts): { name: string; canBeNull: boolean }[] {
  const analysis = new NullAnalysis(schema)
  return outputs(query).map((entry) => ({
    name: textOf(entry.resname),
    canBeNull: analysis.canBeNull(entry.expr, [query]),
  }))
}

function outputs(query: Query): TreeNode[] {
  const list = query.commandType === SELECT ? query.targetList : query.returningList
  return nodesIn(list).filter((entry) => entry.resjunk !== 'true')
}

class NullAnalysis {
  private readonly schema: SchemaFacts
  /** Result columns that are being looked at: a recursive query leads back to its own. */
  private readonly open = new Set<TreeNode>()

  constructor(schema: SchemaFacts) {
    this.schema = schema
  }

  /** `levels` begins with the query of the expression, then come the queries around it. */
  canBeNull(value: TreeValue | undefined, levels: readonly Query[]): boolean {
    if (!isNode(value)) return true
    const each = (...values: (TreeValue | undefined)[]) =>
      values.flatMap(nodesIn).map((argument) => this.canBeNull(argument, levels))
    const { tag } = value
    if (tag === 'VAR') return this.canVarBeNull(value, levels)
    if (tag === 'CONST') return value.constisnull === 'true'
    if (NEVER_NULL.has(tag)) return false
    if (tag === 'OPEXPR' && SEARCHING_OPERATOR.test(this.functionName(value.opfuncid))) return true
    if (NULL_FROM_ARGUMENTS.has(tag)) return each(value.args, value.arg).includes(true)
    if (NULL_FROM_ALL_ARGUMENTS.has(tag)) return !each(value.args).includes(false)
    if (tag === 'CASEEXPR') {
      const results = nodesIn(value.args).map((when) => when.result)
      return each(...results, value.defresult).includes(true)
    }
    if (tag === 'FUNCEXPR') {
      const name = this.functionName(value.funcid)
      if (FILLED_FUNCTIONS.has(name)) return false
      return !TOTAL_FUNCTIONS.has(name) || each(value.args).includes(true)
    }
    if (tag === 'AGGREF') {
      const name = this.functionName(value.aggfnoid)
      if (COUNTING.has(name)) return false
      const hasRows = nodesIn(levels[0]?.groupClause).length > 0 && value.aggfilter === null
      const given = nodesIn(value.args).map((entry) => entry.expr)
      return (
        !AGGREGATES.has(name) ||
        !hasRows ||
        (!/^jsonb?_/.test(name) && !name.startsWith('array') && each(...given).includes(true))
      )
    }
    if (tag === 'WINDOWFUNC') {
      const name = this.functionName(value.winfnoid)
      if (COUNTING.has(name)) return false
      return !AGGREGATES.has(name) || each(value.args).includes(true)
    }
    if (tag === 'SUBLINK') return this.canSublinkBeNull(value, levels)
    return true
  }

  private canSublinkBeNull({ subLinkType, subselect }: TreeNode, levels: readonly Query[]): boolean {
    if (subLinkType === EXISTS_SUBLINK || subLinkType === ARRAY_SUBLINK) return false
    if (!isNode(subselect)) return true
    const [column] = outputs(subselect)
    // Only an aggregate without GROUP BY always has a row.
    const hasRow =
      subselect.hasAggs === 'true' && nodesIn(subselect.groupClause).length === 0 && subselect.havingQual === null
    if (subLinkType === VALUE_SUBLINK && !hasRow) return true
    return this.canBeNull(column?.expr, [subselect, ...levels])
  }

  private canVarBeNull(variable: TreeNode, levels: readonly Query[]): boolean {
    const inner = levels.slice(Number(variable.varlevelsup))
    const [query] = inner
    if (query === undefined) return true
    if (presentVariables(query).has(keyOf(variable))) return false
    if (isNulledByJoin(variable)) return true
    const entry = nodesIn(query.rtable)[Number(variable.varno) - 1]
    return entry === undefined || this.canColumnBeNull(entry, Number(variable.varattno), inner)
  }

  private canColumnBeNull(entry: TreeNode, column: number, levels: readonly Query[]): boolean {
    const [query] = levels
    switch (entry.rtekind) {
      case RELATION:
        // Column 0 is the whole row; those below 0 belong to the system.
        return column > 0 && !this.schema.required.has(`${textOf(entry.relid)}.${column}`)
      case SUBQUERY:
        if (query?.setOperations) {
          const parts = nodesIn(query.rtable).filter(({ rtekind }) => rtekind === SUBQUERY)
          return parts.some(({ subquery }) => this.canOutputBeNull(subquery, column, levels))
        }
        return this.canOutputBeNull(entry.subquery, column, levels)
      case CTE: {
        const around = levels.slice(Number(entry.ctelevelsup))
        const found = nodesIn(around[0]?.cteList).find(({ ctename }) => ctename === entry.ctename)
        return this.canOutputBeNull(found?.ctequery, column, around)
      }
      case JOIN:
        return this.canBeNull(nodesIn(entry.joinaliasvars)[column - 1], levels)
      case GROUP:
        return this.canBeNull(nodesIn(entry.groupexprs)[column - 1], levels)
      case VALUES: {
        const rows = Array.isArray(entry.values_lists) ? entry.values_lists : []
        return rows.some((row) => this.canBeNull(nodesIn(row)[column - 1], levels))
      }
      case FUNCTION:
        return this.canFunctionColumnBeNull(entry, column)
      default:
        return true
    }
  }

  private canOutputBeNull(query: TreeValue | undefined, column: number, levels: readonly Query[]): boolean {
    if (!isNode(query)) return true
    const entry = outputs(query)[column - 1]
    if (entry === undefined) return true
    // The recursive part of a query adds nothing to its other parts.
    if (this.open.has(entry)) return false
    this.open.add(entry)
    try {
      return this.canBeNull(entry.expr, [query, ...levels])
    } finally {
      this.open.delete(entry)
    }
  }

  /** Rows of a function: its ordinality, the elements of given arrays and series are present; JSON fields may be missing. */
  private canFunctionColumnBeNull(entry: TreeNode, column: number): boolean {
    const calls = nodesIn(entry.functions)
    const width = calls.reduce((sum, call) => sum + Number(call.funccolcount), 0)
    if (entry.funcordinality === 'true' && column === width + 1) return false
    const call = calls.find((_, index) => {
      const before = calls.slice(0, index).reduce((sum, other) => sum + Number(other.funccolcount), 0)
      return column > before && column <= before + Number(calls[index]!.funccolcount)
    })
    const expression = call?.funcexpr
    if (!isNode(expression)) return true
    const name = this.functionName(expression.funcid)
    return !/^(unnest|generate_series|regexp_split_to_table|string_to_table)$/.test(name)
  }

  private functionName(oid: TreeValue | undefined): string {
    return this.schema.functions.get(textOf(oid)) ?? ''
  }
}

/** A LEFT, RIGHT or FULL JOIN can leave the variable empty. */
function isNulledByJoin({ varnullingrels }: TreeNode): boolean {
  return Array.isArray(varnullingrels) && varnullingrels.length > 1
}

const keyOf = ({ varno, varattno }: TreeNode) => `${textOf(varno)}.${textOf(varattno)}`

/** Variables that WHERE or an inner join compares or tests: a row in which they are null does not get through. */
function presentVariables(query: Query): ReadonlySet<string> {
  const present = new Set<string>()
  const condition = (value: TreeValue | undefined): void => {
    if (!isNode(value)) return
    if (value.tag === 'BOOLEXPR' && value.boolop === 'and') nodesIn(value.args).forEach(condition)
    if (value.tag === 'NULLTEST' && value.nulltesttype === '1') mark(value.arg)
    if (value.tag === 'OPEXPR' || value.tag === 'SCALARARRAYOPEXPR') nodesIn(value.args).forEach(mark)
  }
  const mark = (value: TreeValue | undefined): void => {
    if (!isNode(value)) return
    if (value.tag === 'VAR' && value.varlevelsup === '0') present.add(keyOf(value))
    if (value.tag === 'RELABELTYPE') mark(value.arg)
  }
  const source = (value: TreeValue | undefined): void => {
    if (!isNode(value)) return
    if (value.tag === 'FROMEXPR') {
      condition(value.quals)
      nodesIn(value.fromlist).forEach(source)
    }
    if (value.tag === 'JOINEXPR' && value.jointype === INNER_JOIN) {
      condition(value.quals)
      source(value.larg)
      source(value.rarg)
    }
    if (value.tag === 'JOINEXPR' && value.jointype === LEFT_JOIN) source(value.larg)
  }
  source(query.jointree)
  return present
}
