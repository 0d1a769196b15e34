import type { Kind } from '#demo/catalog/kind.ts'
import { cables } from './cables.ts'
import { fasteners } from './fasteners.ts'
import { handTools } from './hand-tools.ts'
import { hardware } from './hardware.ts'
import { lighting } from './lighting.ts'
import { powerTools } from './power-tools.ts'
import { safety } from './safety.ts'
import { supplies } from './supplies.ts'
import { switchgear } from './switchgear.ts'
import { wiring } from './wiring.ts'

/** A category of the first level. Its kinds are the second level, their leaves the third. */
export type Department = { name: string; letter: string; kinds: readonly Kind[] }

/** `letter` starts the shelf codes of a department. */
export const departments: readonly Department[] = [
  { name: 'Elektrikli El Aletleri', letter: 'A', kinds: powerTools },
  { name: 'Kablo ve Tesisat', letter: 'K', kinds: cables },
  { name: 'Anahtar ve Priz', letter: 'E', kinds: wiring },
  { name: 'Şalt Malzemeleri', letter: 'S', kinds: switchgear },
  { name: 'Aydınlatma', letter: 'D', kinds: lighting },
  { name: 'El Aletleri', letter: 'H', kinds: handTools },
  { name: 'Bağlantı Elemanları', letter: 'B', kinds: fasteners },
  { name: 'Sarf Malzemeleri', letter: 'F', kinds: supplies },
  { name: 'İş Güvenliği', letter: 'G', kinds: safety },
  { name: 'Hırdavat ve Kilit', letter: 'N', kinds: hardware },
]
