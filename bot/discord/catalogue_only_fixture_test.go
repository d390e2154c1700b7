package discord_test

// The lines that TestCatalogue_NoWordsBesideIt types: who types, what, and with … at the end what is suggested to him.

// ofFights is a game of the training ground with fights and what comes of them.
const ofFights = `anna /game new module:drill side:blue
boris /game join side:red
anna /game start
anna /standing answer set:…
anna /standing answer set:flexible hex:7.10 answer:hold
anna /standing answer set:9
anna /standing answer hex:…
anna /standing answer unit:…
anna /standing answer hex:7.10 answer:…
anna /standing answer hex:7.10
anna /standing answer
anna /standing try hex:…
anna /standing try hex:13.10 result:D1r2
anna /odds table:…
anna /odds target:…
anna /odds target:13.10 units:…
anna /odds target:13.10 units:b-1-arm,b-3-inf
anna /end
anna /attack target:…
anna /attack target:13.06 units:…
anna /attack target:13.06 units:b-1-arm
anna /overrun target:…
anna /overrun units:…
anna /overrun units:b-1-arm target:13.10
anna /odds target:13.10 units:b-1-arm,b-3-inf
anna /attack target:13.10 units:b-3-inf
boris /due
anna /due
boris /hold hexes:…
boris /retreat units:…
boris /retreat path:…
boris /hold hexes:1
boris /losses units:…
boris /losses units:r-3-inf
anna /advance units:…
anna /advance path:…
anna /pass
anna /game undo
anna /game log
olga /master pause reason:x
olga /master resume
anna /end
anna /end
anna /end
anna /end
boris /end
boris /game log
boris /dice audit
boris /dice audit head:true
boris /dice stats
boris /game replay
boris /game export
boris /game draw
olga /master end reason:x
boris /game resign
olga /game status
olga /dice audit
anna /standing answer set:none
`

// ofTraining is a game of the training ground, with everything that can be asked without a fight.
const ofTraining = `anna /game status
anna /help
anna /privacy
anna /games
anna /roll dice:2d6 times:3 label:x
anna /roll dice:2x6
anna /odds attack:9+4/2 defence:4
anna /odds attack:9+ defence:4
anna /crt
anna /crt table:…
anna /crt odds:3:1 roll:4
anna /terrain
anna /terrain kind:…
anna /terrain side:…
anna /terrain kind:swamp
anna /rule find:9.1
anna /rule find:retreat over a lake
anna /rule find:9…
anna /settings
anna /settings style:dark autopass:true zone:Europe/Berlin night:22-7
anna /settings zone:Ber…
anna /settings remind:24, 6 daily:08:00 where:dm
anna /settings remind:x
anna /vacation
anna /due all:true
anna /game new module:dri…
anna /game new module:chess
anna /game new module:drill scenario:…
anna /game new module:drill side:blue clock:2/24
boris /game join side:…
boris /game join side:red word:steppe
anna /game start
anna /game status
anna /map
anna /map at:…
olga /map at:5.09 zoom:3
olga /map layer:supply
anna /units
anna /units unmoved:true
anna /stack show hex:5.09
anna /stack show hex:…
anna /stack order hex:…
anna /stack order units:…
anna /stack order hex:5.09 units:b-1-mot
boris /stack show hex:5.09
boris /stack show hex:x
anna /unit show unit:b-1-mot
anna /unit show unit:1 mot…
anna /reach unit:…
anna /reach unit:b-1-arm
anna /threats hex:…
anna /threats hex:5.09
anna /move units:b-1-ar…
anna /move units:b-1-arm,b-1-mot to:8…
anna /move units:nobody to:8.08
anna /move units:b-1-arm to:99.09
anna /move units:b-1-arm path:…
anna /move units:b-1-arm
boris /move units:r-1-arm to:12.08
olga /end
anna /orders list:5.09 > 6.09
anna /move units:b-1-arm,b-1-mot to:8.08
anna /game undo
boris /since
anna /note hex:…
anna /note text:steppe turn:2
anna /note
anna /orders when:…
anna /orders when:next
anna /seat grant user:<@1150000000000000103>
boris /since
boris /map layer:supply
boris /game status
`

// ofAutumn begins a game with rules of its own.
const ofAutumn = `anna /game new module:afb side:german
boris /game join side:soviet
anna /game start
anna /stack show hex:9.20
boris /units
anna /end
anna /crt
anna /terrain
anna /airstrike hex:…
anna /airstrike strikes:…
anna /airstrike hex:9.20 strikes:2
anna /accent
anna /airbreak count:1
anna /place units:…
anna /place hex:…
anna /place hex:9.20 units:x
anna /reinforce units:…
anna /reinforce hex:…
anna /reinforce hex:9.20 units:x
anna /remove units:…
anna /remove units:x
anna /garrison unit:…
anna /garrison unit:x
anna /draw
anna /replace unit:…
anna /replace hex:…
anna /replace unit:x hex:9.20
anna /withdraw units:…
anna /withdraw hex:…
anna /withdraw units:x hex:9.20
boris /game status
`

// ofBattalions is a game whose Formations are activated in turn, with every order that it has.
const ofBattalions = `anna /game new module:bcs-drill side:blue
boris /game join side:red
anna /game start
anna /assign asset:…
anna /assign asset:blue-guns formation:…
anna /assign asset:blue-guns formation:fusiliers
anna /refit unit:…
anna /refit unit:lancers-1 kind:other
anna /end
boris /end
anna /activate formation:…
boris /activate formation:rifles
anna /activate formation:lancers
anna /prepare
anna /unprepare
anna /recover
anna /snafu
anna /objective hex:…
anna /objective hex:6.13
anna /end
anna /help
anna /flip unit:…
anna /flip unit:lancers-2
anna /move units:lancers-1 to:7.1…
anna /move units:lancers-1 to:7.11
anna /move units:hq-lancers to:6.13
anna /engage unit:…
anna /engage unit:lancers-1 target:…
anna /engage unit:lancers-1 target:7.12
anna /losses units:lancers-1
anna /attack unit:…
anna /attack unit:lancers-1 target:7.12 assist:…
anna /attack unit:lancers-1 target:7.12
anna /shock unit:…
anna /shock unit:lancers-1 target:…
anna /shock unit:lancers-1 target:7.12
anna /recon unit:…
anna /recon unit:lancers-scouts target:…
anna /recon unit:lancers-scouts target:7.12
anna /fire unit:…
anna /fire unit:lancers-scouts target:…
anna /fire unit:lancers-scouts target:7.12
anna /barrage target:…
anna /barrage target:7.12 spotter:…
anna /barrage target:7.12 spotter:lancers-scouts mission:destruction arty:1
anna /restore units:…
anna /restore units:lancers-1
anna /fallback units:…
anna /fallback units:lancers-2 to:…
anna /fallback units:lancers-2 to:6.05
anna /retreat units:…
anna /retreat units:lancers-1 to:…
anna /retreat units:lancers-1 to:6.05
anna /trains formation:…
anna /trains formation:lancers to:…
anna /trains formation:lancers to:6.01
anna /reach unit:lancers-2
anna /map layer:zones
anna /map layer:fire
anna /map layer:msr
anna /map layer:command
anna /stack show hex:6.08
anna /unit show unit:lancers-1
anna /units
anna /crt table:snafu
anna /crt table:engagement odds:+2 roll:7
anna /odds table:engagement attack:7 defence:5
anna /crt table:barrage odds:hard
anna /terrain kind:woods
anna /terrain
anna /rule find:6.0-4
anna /end
anna /second
anna /pass
boris /since
boris /due
boris /game status
`

// ofTime is what players say of their time, and what they agree on about it.
const ofTime = `anna /vacation from:…
anna /vacation from:20 Dec…
anna /vacation until:…
anna /vacation from:tomorrow until:in 3 days
anna /vacation cancel:…
anna /vacation
anna /settings night:…
anna /settings daily:…
anna /game new module:drill side:blue clock:…
anna /game new module:drill side:blue clock:2d + 6h per phase, at most 3d
boris /game join side:red
anna /game start
anna /clock show
anna /clock terms terms:…
anna /clock terms terms:1d + 1h…
anna /clock terms terms:1d + 1h per phase, at most 2d
boris /clock show
boris /game status
anna /clock pause days:2
anna /clock pause end:true
anna /clock wait
anna /clock claim
`

// ofSeats is what is done about seats, games and channels, and what is refused of it.
const ofSeats = `anna /game new module:drill side:…
anna /game new module:drill side:blue
anna /game cancel
anna /game new module:afb side:german
boris /game join side:soviet
boris /game leave
anna /seat waiting module:…
anna /seat waiting module:drill side:…
anna /seat waiting on:true
anna /seat grant units:…
anna /seat grant from:…
anna /seat grant until:…
anna /seat grant side:…
anna /seat grant user:<@1150000000000000103> units:all
anna /seat end user:<@1150000000000000103>
anna /seat grant user:<@1150000000000000103> until:never
boris /seat answer answer:decline
olga /seat grant side:german user:<@1150000000000000103> until:never reason:x
olga /master move game:…
olga /master move channel:training reason:x
olga /master undo reason:x
`

// ofTheForgotten is what is told of a player who was forgotten.
const ofTheForgotten = `anna /game status
anna /due
anna /seat grant
anna /seat end
anna /game log
anna /dice audit
`
