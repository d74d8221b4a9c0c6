#!/usr/bin/env bash
# Fills fuzz/corpus with what the repository has, and fuzz/words.dict with the words of the grammar.
set -euo pipefail
cd "$(dirname "$0")/.."
corpus=fuzz/corpus
mkdir -p "$corpus"/{pack,variant_over_pack,roster,record,doctrine,structured}

# a name for each text by what it says: a copy is no other seed
keep() {
  cp "$1" "$corpus/$2/$(sha256sum "$1" | cut -c1-16)"
}

# whole packs of one file, and chapters
while IFS= read -r file; do keep "$file" pack; done < <(find tests rules forcelists -name '*.grog' -size -40k | grep -v '^tests/slips/')
# the slips, each by itself
csplit -sz -f "$corpus/pack/slip-" tests/slips/pack.grog '/^-- slip:/' '{*}'
# what changes a parent
while IFS= read -r file; do keep "$file" variant_over_pack; done < <(grep -rlE '^(amend|replace|remove|use) ' tests rules --include='*.grog' | xargs -I{} find {} -size -40k)
while IFS= read -r file; do keep "$file" roster; done < <(find forcelists tests -name '*.toml' -not -name 'clauses.toml' -not -path 'tests/golden/*')
while IFS= read -r file; do keep "$file" doctrine; done < <(find rules -name '*.rhai')

# any bytes lead the pen of `structured`
cat docs/reference/*.md | split -b 2000 -a 3 - "$corpus/structured/text-"

# games on record, whole and left
grognard=${GROGNARD_BIN:-target/release/grognard}
if [ ! -x "$grognard" ]; then
  cargo build --quiet --release
fi
for seed in 1 2 3; do
  "$grognard" play --pack one-page-d10 --first random --second random --seed $seed --quiet --save "$corpus/record/whole-$seed.json" > /dev/null
  "$grognard" play --pack one-page-d10 --first random --second random --seed $seed --until 40 --quiet --save "$corpus/record/left-$seed.json" > /dev/null
done

# the words of the language, for the dictionary of libFuzzer
grep -ohE '"[a-z<>=+.,;:|(){}-]+"' grammar/*.pest | sort -u > fuzz/words.dict
wc -l fuzz/words.dict
for target in "$corpus"/*; do echo "$target: $(find "$target" -type f | wc -l)"; done
