// Tells a country, a continent or an ocean by its name: nobody stands in one, and no path leads there.

const countries: ReadonlySet<string> = new Set(
  `afghanistan, albania, algeria, argentina, armenia, australia, austria, azerbaijan, bangladesh, belgium, bolivia,
  bosnia, brazil, britain, great britain, england, scotland, wales, ireland, bulgaria, burma, cambodia, cameroon, canada,
  chile, china, colombia, congo, croatia, cuba, cyprus, denmark, egypt, estonia, ethiopia, finland, france, georgia,
  germany, ghana, greece, holland, the netherlands, hungary, iceland, india, indonesia, iran, iraq, israel, italy, jamaica,
  japan, jordan, kenya, korea, laos, latvia, lebanon, liberia, libya, lithuania, malaysia, mexico, mongolia, morocco, nepal,
  nigeria, norway, pakistan, palestine, persia, peru, poland, portugal, prussia, romania, russia, saudi arabia, arabia,
  serbia, siberia, somalia, spain, sudan, sweden, switzerland, syria, taiwan, tanzania, thailand, tunisia, turkey, uganda,
  ukraine, uruguay, venezuela, vietnam, yemen, zimbabwe, africa, south africa, america, north america, south america,
  antarctica, asia, europe, oceania, the united states, the states, the united kingdom, the east, the west, the south,
  the north, the indies, the east indies, the west indies, earth, world, moon, mars`.split(/,\s+/),
);
/** Names such as "Indian Ocean" and "the Roman Empire". */
const kinds = /\b(?:ocean|empire|kingdom|republic|continent|hemisphere|federation|galaxy)$/iu;
const article = /^the /iu;

export function isFarPlace(names: readonly string[]): boolean {
  return names.some((name) => {
    const said = name.trim().toLowerCase();
    return countries.has(said) || countries.has(said.replace(article, '')) || kinds.test(said);
  });
}
