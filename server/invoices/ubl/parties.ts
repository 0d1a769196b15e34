import type { InvoiceParty } from '#domain/invoices/invoice-document.ts'
import { childrenOf, type Element, find, textOf } from './read-xml.ts'

/** The identifications of a party with one of these schemes, for example VKN (10 digits) or TCKN (11 digits). */
export function partyIds(party: Element | undefined, schemes: readonly string[]): string[] {
  return childrenOf(party, 'PartyIdentification')
    .flatMap((each) => childrenOf(each, 'ID'))
    .filter(({ attributes }) => schemes.includes((attributes['schemeID'] ?? '').toUpperCase()))
    .map(({ text }) => text)
}

/** A company has a name; a person, who has a TCKN, a first and a family name. */
export function partyOf(party: Element | undefined): InvoiceParty {
  const person = find(party, 'Person')
  const names = [textOf(person, 'FirstName'), textOf(person, 'MiddleName'), textOf(person, 'FamilyName')]
  const name = textOf(party, 'PartyName', 'Name') || names.filter((each) => each !== '').join(' ')
  return {
    name: name.slice(0, 300),
    taxNumber: partyIds(party, ['VKN', 'TCKN'])[0] ?? '',
    taxOffice: textOf(party, 'PartyTaxScheme', 'TaxScheme', 'Name').slice(0, 100),
    address: addressOf(find(party, 'PostalAddress')),
  }
}

function addressOf(address: Element | undefined): string {
  const street = [
    textOf(address, 'Region'),
    textOf(address, 'StreetName'),
    textOf(address, 'BuildingName'),
    textOf(address, 'BuildingNumber'),
    textOf(address, 'Room'),
  ]
  const town = [textOf(address, 'CitySubdivisionName'), textOf(address, 'CityName')].filter((each) => each !== '')
  return [...street, town.join(' / ')]
    .filter((each) => each !== '')
    .join(' ')
    .slice(0, 500)
}
