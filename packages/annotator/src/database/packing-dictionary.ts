// Packing dictionary: phrases that packed texts repeat, worded as in requests, answers and journal steps.

/**
 * Rare phrases come first: a reference to a phrase near the end takes fewer bits. These samples must never change,
 * because texts were packed with them.
 */
const samples = String.raw`
[{"corpus":"main","thread":1,"post":1,"start":0,"end":100,"quote":"
{"summonId":1,"snapshotId":1}<summoned snapshot="1"><dismissed snapshot="1"/>
<explicated entry_id=\"1\" term=\"\">\n<source></source></explicated><omitted from_post=\"1\"/>
<glossary_deleted id=\"1\" term=\"\"/><search_results query=\"\" count=\"1\">\n</search_results>
{"purpose":"scene","estimatedTokens":4000,"budget":4000,"text":"","reason":"","warnings":[]}
{"role":"assistant","content":"Nothing new."}
{"role":"assistant","content":"","reasoning":"","calls":[{"id":"chatcmpl-tool-","name":"glossary_search",
"arguments":"{\"query\":\"\",\"include_references\":true,\"limit\":5}"},{"id":"call_","name":"read_post",
"arguments":"{\"post_id\": 12, \"include_adjacent\": true}"}]}
{"batches":[[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]],"isApart":false}
{"batch":0,"record":{"finish":"stop","usage":{"promptTokens":"unknown","cachedTokens":"unknown",
"outputTokens":"unknown"},"estimatedTokens":14000,"seconds":0.01,"model":"openai:
"text":"[{\"entry_id\":10,\"verdict\":\"REJECT\",\"reason\":\"
\"},{\"entry_id\": 11, \"verdict\": \"CONFIRM\", \"reason\": \"
\"},{\"entry_id\":12,\"verdict\":\"MERGE\",\"target_id\":4,\"reason\":\"
\"},{\"entry_id\":13,\"verdict\":\"REVISE\",\"definition\":\"\",\"evidence\":[{\"post_id\":10,\"quote\":\"
\"}],\"reason\":\"\"}]","decisions":[{"entryId":10,"reason":"","verdict":"CONFIRM"},{"entryId":11,"reason":"
","verdict":"REJECT"},{"entryId":12,"reason":"","verdict":"REVISE","definition":"","evidence":[{"post_id":10,"quote":"
"}]}],"faults":[]}{"entryId":10,"outcome":"REJECT"}{"entryId":11,"outcome":"CONFIRM"}
{"status":"skipped","reason":""}{"status":"committed","reason":""}
{"role":"user","content":"<record_request/>\nThe scenes above will soon be replaced by a summary. If anything in them \
still belongs into the glossary, record it now, citing post ids and labels as they stand above. Otherwise answer with \
exactly: Nothing new."}
{"plan":{"chunks":[{"corpus":"main","threadId":1,"chunkIndex":0,"firstScene":0,"lastScene":9,"groups":[],"tokens":4000}],
"cumulative":{"threads":[{"corpus":"main","threadId":10},{"corpus":"main","threadId":11}],"groups":[{"from":100,"to":105,
"sceneId":20,"corpus":"main","threadId":10,"sceneIndex":0,"tokens":4000},{"from":106,"to":110,
"sceneId":21,"corpus":"main","threadId":11,"sceneIndex":1,"tokens":2000}],"absorbed":[],"tokens":8000}},
"asksToRecord":true,"isForced":false,"tokensBefore":13000}{"target":0,"text":"","isAccepted":true}
{"target":"cumulative","record":{"finish":"stop","usage":{"promptTokens":12000,"cachedTokens":11000,"outputTokens":500},
{"purpose":"record","record":{"finish":"stop","usage":{"promptTokens":"unknown","cachedTokens":"unknown",\
"outputTokens":"unknown"},"estimatedTokens":8000,"seconds":0.002,"model":"builtin:reader"},"text":"","isAccepted":true}
{"purpose":"scene","record":{"finish":"tool-calls","usage":{"promptTokens":"unknown","cachedTokens":"unknown",\
"outputTokens":"unknown"},"estimatedTokens":7000,"seconds":0.02,"model":"builtin:reader"}}
<glossary_held term=\"\" mentions=\"1\" posts=\"1\">On hold: a lower-case word read once, without a context that defines it. \
It is offered again when it recurs.</glossary_held>
Not created: \"\" needs evidence. No evidence was given.\nSend it again with \"evidence\": [{\"post_id\": 12, \"label\": 3}] \
or a quote copied exactly. Not changed: a new definition of \"\" needs evidence. post 100 [10] \"
\" does not name \"\" or \"\". Sentences that do: post 100 [12] \"
{"role":"tool","callId":"call_","name":"glossary_create","content":"Not created: the glossary has \"\" already:\n\
<entry id=\"10\" term=\"\" tags=\"character\" status=\"confirmed\"></entry>\nUse glossary_update with \"entry_id\": 10; \
for another thing of that name add a suffix: \" (location)\"."}
{"role":"user","content":"<update_results>\n</update_results>\n<story_passages corpus=\"main\" thread=\"10\" title=\"Chapter \
\" scene=\"0\">\n<post id=\"100\" author=\"\">\n[1] [2] [3] [4] [5] \n\n[6] “[7] ” [8] \n\n[9] “[10] .”\n\n[11] \n\
</post>\n<post id=\"101\">\n[1] \n</post>\n</story_passages>\n<known_entries>\n<entry id=\"10\" term=\"\" aliases=\"|\" \
tags=\"location\" status=\"tentative\"></entry>\n<entry id=\"11\" term=\"\" tags=\"term\" status=\"confirmed\"></entry>\n\
<entry_changed id=\"12\" term=\"\" tags=\"character\" status=\"confirmed\"></entry_changed>\n</known_entries>\n\
<held_terms>\n<held term=\"\" mentions=\"2\" posts=\"2\" first_post=\"10\"/>\n</held_terms>"}
{"role":"assistant","content":"","calls":[{"id":"call_10","name":"glossary_update","arguments":"{\"entry_id\": 10, \
\"definition\": \"\", \"aliases\": [\"\"], \"evidence\": [{\"post_id\": 100, \"label\": 3}]}"},{"id":"call_\
_0","name":"glossary_create","arguments":"{\"term\": \"\", \"definition\": \"\", \"tags\": [\"location\"], \
\"evidence\": [{\"post_id\": 100, \"quote\": \"\"}]}"},{"id":"call_
_1","name":"glossary_update","arguments":"{\"entry_id\":10,\"definition\":\".\",\"replaces\":true,\
\"evidence\":[{\"post_id\":100,\"label\":\"10\"}]}"},{"id":"call_
_2","name":"glossary_create","arguments":"{\"term\":\"\",\"definition\":\".\",\"tags\":[\"character\"],\"aliases\":[],\
\"evidence\":[{\"post_id\":100,\"label\":\"1\"}]}"}]}
{"name":"glossary_search","isWrite":false,"ok":false,"isConflict":false,"digest":"","created":[],"updated":[],"say":"
{"name":"glossary_update","isWrite":true,"ok":true,"isConflict":false,"digest":"","created":[],"updated":[10]}
{"name":"glossary_create","isWrite":true,"ok":true,"isConflict":false,"digest":"","created":[10],"updated":[]}
{"role":"tool","callId":"call_10","name":"glossary_update","content":"<glossary_updated id=\"10\" term=\"\" status=\"confirmed\"/>"}
{"role":"tool","callId":"call_10_0","name":"glossary_create","content":"<glossary_created id=\"10\" term=\"\" status=\"tentative\"/>"}
`;

// A backslash at the end of a line joins the line with the next one.
export const packingDictionary: Buffer = Buffer.from(samples.replaceAll('\\\n', ''), 'utf8');
