import { describe, expect, test } from 'vitest'
import { chainPercent, chainShare, parseChain } from './discount-chain.ts'

describe('parseChain', () => {
  test.each([
    ['one discount', '10', '10'],
    ['several discounts', '10+5+3', '10+5+3'],
    ['a decimal comma and percent signs', '%12,5 + 3', '12.5+3'],
    ['a decimal point', '12.5', '12.5'],
    ['percent signs behind', '10 % + 5%', '10+5'],
    ['spaces around', '  10 +5  ', '10+5'],
    ['two decimals', '33,33', '33.33'],
    ['zeros that mean nothing', '05+12,50', '5+12.5'],
    ['the least discount', '0,01', '0.01'],
    ['the greatest discount', '99,99', '99.99'],
    ['the same discount twice', '5+5', '5+5'],
    ['six discounts', '1+2+3+4+5+6', '1+2+3+4+5+6'],
  ])('reads %s: %j is %s', (_, text, chain) => {
    expect(parseChain(text)).toEqual({ ok: true, chain })
  })

  test.each([
    ['nothing', '', 'empty'],
    ['spaces', '  ', 'empty'],
    ['a percent sign without a number', ' % ', 'empty'],
    ['an unfinished chain', '10+5+', 'format'],
    ['a chain that begins with a plus sign', '+10', 'format'],
    ['two plus signs', '10++5', 'format'],
    ['three decimals', '12,345', 'format'],
    ['thousands', '1.000', 'format'],
    ['letters', 'on', 'format'],
    ['an exponent', '1e1', 'format'],
    ['a second minus sign', '--5', 'format'],
    ['spaces between digits', '5 3', 'format'],
    ['percentages without a plus sign', '%5 %3', 'format'],
    ['another separator', '10/5', 'format'],
    ['more than 100', '110', 'range'],
    ['a negative discount', '-5', 'range'],
    ['a negative discount in a chain', '10+-5', 'range'],
    ['0', '0', 'range'],
    ['0 in a chain', '10+0,00', 'range'],
    ['100', '100', 'range'],
    ['100 in a chain', '10+100', 'range'],
    ['seven discounts', '1+2+3+4+5+6+7', 'long'],
  ])('refuses %s: %j', (_, text, problem) => {
    expect(parseChain(text)).toEqual({ ok: false, problem })
  })
})

describe('a chain', () => {
  test.each([
    ['10', '0.9', '10'],
    ['10+5+3', '0.82935', '17.065'],
    ['3+5+10', '0.82935', '17.065'],
    ['12.5+3', '0.84875', '15.125'],
    ['50+50', '0.25', '75'],
    ['33.333', '0.66667', '33.333'],
    ['99.99+99.99+99.99+99.99+99.99+99.99', '0.000000000000000000000001', '99.9999999999999999999999'],
  ])('of %s leaves %s of a price, which is %s % off, exactly', (chain, share, percent) => {
    expect(chainShare(chain).toString()).toBe(share)
    expect(chainPercent(chain).toString()).toBe(percent)
  })
})
