/** Results keep this many significant digits. */
const precision = 34
const limit = 10n ** BigInt(precision)
/** Beyond this exponent a text stands for no figure of the program, but for one that fills the memory. */
const maxExponent = 400

const textPattern = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i

const powersOfTen: bigint[] = []

function powerOfTen(exponent: number): bigint {
  return (powersOfTen[exponent] ??= 10n ** BigInt(exponent))
}

function countDigits(units: bigint): number {
  return (units < 0n ? -units : units).toString().length
}

/** Divides by a power of ten; halves round away from zero. */
function shiftRight(units: bigint, digits: number): bigint {
  const divisor = powerOfTen(digits)
  const half = digits === 0 ? 0n : divisor / 2n
  return (units < 0n ? units - half : units + half) / divisor
}

/** `units / 10 ** places`, rounded to the precision. */
function rounded(units: bigint, places: number): Decimal {
  if (-limit < units && units < limit) return new Decimal(units, places)
  const surplus = countDigits(units) - precision
  return new Decimal(shiftRight(units, surplus), places - surplus)
}

/** Throws a RangeError when the value is not a decimal number. */
export function decimal(value: Decimal | number | string): Decimal {
  if (value instanceof Decimal) return value
  if (Number.isSafeInteger(value)) return new Decimal(BigInt(value), 0)
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = textPattern.exec(String(value)) ?? []
  if (whole + fraction === '' || Math.abs(Number(exponent)) > maxExponent) {
    throw new RangeError(`Not a decimal number: ${value}`)
  }
  return new Decimal(BigInt(`${sign === '-' ? sign : ''}${whole}${fraction}`), fraction.length - Number(exponent))
}

/**
 * A decimal number without binary fractions. Sums, differences, products and quotients keep 34 significant digits;
 * wherever digits are dropped, halves round away from zero. Dividing by zero throws a RangeError.
 */
export class Decimal {
  /** The value is `units / 10 ** places`. */
  readonly units: bigint
  readonly places: number

  constructor(units: bigint, places: number) {
    this.units = places < 0 ? units * powerOfTen(-places) : units
    this.places = Math.max(0, places)
  }

  plus(other: Decimal | number | string): Decimal {
    const { units, places } = decimal(other)
    const common = Math.max(this.places, places)
    return rounded(this.unitsAt(common) + units * powerOfTen(common - places), common)
  }

  minus(other: Decimal | number | string): Decimal {
    return this.plus(decimal(other).negated())
  }

  times(other: Decimal | number | string): Decimal {
    const { units, places } = decimal(other)
    return rounded(this.units * units, this.places + places)
  }

  dividedBy(other: Decimal | number | string): Decimal {
    const { units, places } = decimal(other)
    // One digit more than the precision decides how the quotient is rounded.
    const shift = Math.max(0, precision + 1 + countDigits(units) - countDigits(this.units))
    return rounded((this.units * powerOfTen(shift)) / units, this.places + shift - places)
  }

  negated(): Decimal {
    return new Decimal(-this.units, this.places)
  }

  abs(): Decimal {
    return this.units < 0n ? this.negated() : this
  }

  floor(): Decimal {
    const whole = new Decimal(this.units / powerOfTen(this.places), 0)
    return whole.greaterThan(this) ? whole.minus(1) : whole
  }

  ceil(): Decimal {
    return this.negated().floor().negated()
  }

  /** At most this many decimal places. */
  toDecimalPlaces(places: number): Decimal {
    return places < this.places ? new Decimal(this.unitsAt(places), places) : this
  }

  /** Negative, 0 or positive as this is less than, equal to or greater than the other. */
  comparedTo(other: Decimal | number | string): number {
    const { units, places } = decimal(other)
    const common = Math.max(this.places, places)
    const difference = this.unitsAt(common) - units * powerOfTen(common - places)
    return difference < 0n ? -1 : difference > 0n ? 1 : 0
  }

  equals(other: Decimal | number | string): boolean {
    return this.comparedTo(other) === 0
  }

  greaterThan(other: Decimal | number | string): boolean {
    return this.comparedTo(other) > 0
  }

  greaterThanOrEqualTo(other: Decimal | number | string): boolean {
    return this.comparedTo(other) >= 0
  }

  lessThan(other: Decimal | number | string): boolean {
    return this.comparedTo(other) < 0
  }

  lessThanOrEqualTo(other: Decimal | number | string): boolean {
    return this.comparedTo(other) <= 0
  }

  isZero(): boolean {
    return this.units === 0n
  }

  isNegative(): boolean {
    return this.units < 0n
  }

  isInteger(): boolean {
    return this.decimalPlaces() === 0
  }

  /** The number of decimal places without trailing zeros. */
  decimalPlaces(): number {
    let places = this.places
    while (places > 0 && this.units % powerOfTen(this.places - places + 1) === 0n) places--
    return places
  }

  /** The number with exactly this many decimal places, or as many as it has. */
  toFixed(places: number = this.decimalPlaces()): string {
    const digits = this.abs()
      .unitsAt(places)
      .toString()
      .padStart(places + 1, '0')
    const end = digits.length - places
    return `${this.units < 0n ? '-' : ''}${digits.slice(0, end)}${places > 0 ? '.' : ''}${digits.slice(end)}`
  }

  toString(): string {
    return this.toFixed()
  }

  toJSON(): string {
    return this.toFixed()
  }

  toNumber(): number {
    return Number(this.toFixed())
  }

  private unitsAt(places: number): bigint {
    return places < this.places
      ? shiftRight(this.units, this.places - places)
      : this.units * powerOfTen(places - this.places)
  }
}
