BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE events (
	game_id VARCHAR(64) NOT NULL, 
	seq INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	kind VARCHAR(24) NOT NULL, 
	seat INTEGER, 
	action_id VARCHAR(64), 
	body TEXT NOT NULL, 
	PRIMARY KEY (game_id, seq), 
	CONSTRAINT events_action UNIQUE (game_id, seat, action_id)
);
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',0,'2026-11-17 18:59:24.909963','created',NULL,NULL,'{"game":"blob","house":{"hook":true,"scoring":"exact","trumps":["S","H","C","D",null],"round_cards":[3,2,1]},"pace":"instant","seats":[{"kind":"human","name":"Ada","level":null,"style":null,"token_hash":"ea8fd70a858d45cabd5b80556b175de281a317f4b938b57f11235609eced661b"},{"kind":"open","name":"Birte","level":null,"style":null,"token_hash":null},{"kind":"ai","name":"Corin","level":"normal","style":"plain","token_hash":null}]}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',1,'2026-11-17 18:59:24.920081','joined',1,NULL,'{"name":"Bo","token_hash":"a93d09deb9f1391ca7e57944b509e8c6624962c72660207a3c50c8eff35df267"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',2,'2026-11-17 18:59:24.920081','started',NULL,NULL,'{}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',3,'2026-11-17 18:59:24.920081','dealt',NULL,NULL,'{"seed":"852f79ba10290a520a9967fd36987d9a06b3aa2865879406c2b69c44153dd207"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',4,'2026-11-17 18:59:25.877795','bid',1,'a1','{"bid":0,"by":"seat"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',5,'2026-11-17 18:59:25.884097','bid',2,NULL,'{"bid":3,"by":"ai"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',6,'2026-11-17 18:59:25.888047','bid',0,'a2','{"bid":1,"by":"seat"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',7,'2026-11-17 18:59:25.892079','undo_asked',0,'a3','{}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',8,'2026-11-17 18:59:25.895458','undo_answered',1,'a4','{"yes":true}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',9,'2026-11-17 18:59:25.895458','undone',0,NULL,'{"from":6}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',10,'2026-11-17 18:59:25.900157','pace',0,'a5','{"pace":"fast"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',11,'2026-11-17 18:59:25.903985','bid',0,'a6','{"bid":2,"by":"seat"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',12,'2026-11-17 18:59:25.907982','play',1,'a7','{"card":6,"by":"seat"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',13,'2026-11-17 18:59:25.911810','undo_asked',1,'a8','{}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',14,'2026-11-17 18:59:25.915872','undo_answered',0,'a9','{"yes":false}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',15,'2026-11-17 18:59:25.920057','play',2,NULL,'{"card":3,"by":"ai"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',16,'2026-11-17 18:59:25.924051','play',0,'a12','{"card":13,"by":"seat"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',17,'2026-11-17 18:59:25.928059','play',1,'a14','{"card":33,"by":"seat"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',18,'2026-11-17 18:59:25.931995','play',2,NULL,'{"card":46,"by":"ai"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',19,'2026-11-17 18:59:25.936031','play',0,'a17','{"card":28,"by":"seat"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',20,'2026-11-17 18:59:26.878954','claimed',1,'a18','{}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',21,'2026-11-17 18:59:26.878954','play',1,NULL,'{"card":16,"by":"claim"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',22,'2026-11-17 18:59:26.878954','play',2,NULL,'{"card":50,"by":"claim"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',23,'2026-11-17 18:59:26.878954','play',0,NULL,'{"card":37,"by":"claim"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',24,'2026-11-17 18:59:26.878954','round_over',NULL,NULL,'{"scores":[0,0,0],"totals":[0,0,0]}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',25,'2026-11-17 18:59:26.888200','ready',0,'a19','{}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',26,'2026-11-17 18:59:26.888200','dealt',NULL,NULL,'{"seed":"4ae83141d66f5372f0b68e9d2b911c138af484db3ac51fee3d9ddbdce73ed966"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',27,'2026-11-17 18:59:26.892277','bid',2,NULL,'{"bid":1,"by":"ai"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',28,'2026-11-17 18:59:26.896075','bid',0,'a22','{"bid":2,"by":"seat"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',29,'2026-11-17 18:59:26.897556','bid',1,'a24','{"bid":2,"by":"seat"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',30,'2026-11-17 18:59:26.903971','play',2,NULL,'{"card":47,"by":"ai"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',31,'2026-11-17 18:59:26.908008','play',0,'a27','{"card":46,"by":"seat"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',32,'2026-11-17 18:59:26.912406','play',1,'a29','{"card":22,"by":"seat"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',33,'2026-11-17 18:59:26.920035','play',1,'a31','{"card":36,"by":"seat"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',34,'2026-11-17 18:59:26.923942','play',2,NULL,'{"card":33,"by":"ai"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',35,'2026-11-17 18:59:26.928033','play',0,'a34','{"card":10,"by":"seat"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',36,'2026-11-17 18:59:26.928033','round_over',NULL,NULL,'{"scores":[0,12,0],"totals":[0,12,0]}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',37,'2026-11-17 18:59:26.931958','ready',0,'a35','{}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',38,'2026-11-17 18:59:26.931958','dealt',NULL,NULL,'{"seed":"e4adeae30ecb2810848302de4349b3324fd4a551ae8b6ef7e3352c3b6449f273"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',39,'2026-11-17 18:59:26.936168','bid',0,'a37','{"bid":0,"by":"seat"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',40,'2026-11-17 18:59:26.939973','bid',1,'a39','{"bid":1,"by":"seat"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',41,'2026-11-17 18:59:26.943954','bid',2,NULL,'{"bid":1,"by":"ai"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',42,'2026-11-17 18:59:26.950419','play',0,'a42','{"card":35,"by":"seat"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',43,'2026-11-17 18:59:26.955987','play',1,'a44','{"card":46,"by":"seat"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',44,'2026-11-17 18:59:26.960021','play',2,NULL,'{"card":7,"by":"ai"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',45,'2026-11-17 18:59:26.960021','round_over',NULL,NULL,'{"scores":[0,0,0],"totals":[0,12,0]}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',46,'2026-11-17 18:59:26.960021','match_over',NULL,NULL,'{"scores":[0,12,0],"winners":[1]}');
INSERT INTO "events" VALUES('CZVKcR9F9rom7HDqk0N6uQ',0,'2026-11-17 18:59:26.964036','created',NULL,NULL,'{"game":"blob","house":{"hook":true,"scoring":"exact","trumps":["S","H","C","D",null],"round_cards":[3,2,1]},"pace":"fast","seats":[{"kind":"human","name":"Ada","level":null,"style":null,"token_hash":"ea8fd70a858d45cabd5b80556b175de281a317f4b938b57f11235609eced661b"},{"kind":"human","name":"Bo","level":null,"style":null,"token_hash":"a93d09deb9f1391ca7e57944b509e8c6624962c72660207a3c50c8eff35df267"},{"kind":"ai","name":"Corin","level":"normal","style":"plain","token_hash":null}]}');
INSERT INTO "events" VALUES('CZVKcR9F9rom7HDqk0N6uQ',1,'2026-11-17 18:59:26.964036','started',NULL,NULL,'{}');
INSERT INTO "events" VALUES('CZVKcR9F9rom7HDqk0N6uQ',2,'2026-11-17 18:59:26.964036','dealt',NULL,NULL,'{"seed":"67c81d255c0588f6fb8d19f31e02913cb134ec53bb09734337e244eccdc30a0e"}');
INSERT INTO "events" VALUES('nCURNULyDvwhJ-G4JvYSNw',47,'2026-11-17 18:59:26.976179','rematch',0,'again','{"table":"CZVKcR9F9rom7HDqk0N6uQ"}');
INSERT INTO "events" VALUES('CZVKcR9F9rom7HDqk0N6uQ',3,'2026-11-17 18:59:26.979900','left',1,'a46','{}');
INSERT INTO "events" VALUES('CZVKcR9F9rom7HDqk0N6uQ',4,'2026-11-17 18:59:26.984183','bid',1,NULL,'{"bid":0,"by":"ai"}');
INSERT INTO "events" VALUES('CZVKcR9F9rom7HDqk0N6uQ',5,'2026-11-17 18:59:26.987898','bid',2,NULL,'{"bid":0,"by":"ai"}');
INSERT INTO "events" VALUES('CZVKcR9F9rom7HDqk0N6uQ',6,'2026-11-17 18:59:26.991942','bid',0,'a47','{"bid":1,"by":"seat"}');
INSERT INTO "events" VALUES('rQt1tVFyCnUSoTjxvSRovg',0,'2026-11-17 18:59:26.996069','created',NULL,NULL,'{"game":"hearts","house":{"target":100,"passes":["left","right","across","hold"],"queen_breaks_hearts":false,"moon":"add","jack_of_diamonds":false,"first_trick_points":false},"pace":"normal","seats":[{"kind":"human","name":"Çelik","level":null,"style":null,"token_hash":"1068a14b7a2a3b80af17083a3882914bccb93af50f0418164411ada61dc2c9ef"},{"kind":"ai","name":"Birte","level":"normal","style":"plain","token_hash":null},{"kind":"ai","name":"Corin","level":"normal","style":"plain","token_hash":null},{"kind":"ai","name":"Dorle","level":"normal","style":"plain","token_hash":null}]}');
INSERT INTO "events" VALUES('rQt1tVFyCnUSoTjxvSRovg',1,'2026-11-17 18:59:26.996069','started',NULL,NULL,'{}');
INSERT INTO "events" VALUES('rQt1tVFyCnUSoTjxvSRovg',2,'2026-11-17 18:59:26.996069','dealt',NULL,NULL,'{"seed":"076bc274c2b126f8a6d4a5b3d03f19b986c889423ca53df8694cc19aabc3831d"}');
INSERT INTO "events" VALUES('rQt1tVFyCnUSoTjxvSRovg',3,'2026-11-17 18:59:27.008110','pass',0,'a48','{"cards":[41,35,19],"by":"seat"}');
INSERT INTO "events" VALUES('rQt1tVFyCnUSoTjxvSRovg',4,'2026-11-17 18:59:27.012029','pass',1,NULL,'{"cards":[27,21,16],"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',0,'2026-11-17 18:59:27.016073','created',NULL,NULL,'{"game":"hearts","house":{"target":100,"passes":["left","right","across","hold"],"queen_breaks_hearts":false,"moon":"add","jack_of_diamonds":false,"first_trick_points":false},"pace":"calm","seats":[{"kind":"human","name":"Dee","level":null,"style":null,"token_hash":"986ac252b8279cde41ea468760b64e8c282448535a3901fb6211a8beab0226d2"},{"kind":"ai","name":"Birte","level":"normal","style":"plain","token_hash":null},{"kind":"ai","name":"Corin","level":"normal","style":"plain","token_hash":null},{"kind":"ai","name":"Dorle","level":"normal","style":"plain","token_hash":null}]}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',1,'2026-11-17 18:59:27.016073','started',NULL,NULL,'{}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',2,'2026-11-17 18:59:27.016073','dealt',NULL,NULL,'{"seed":"f20906b6159163d53c90ad79fa3bfb848c9533dccb00e1da2083bdd452d08149"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',3,'2026-11-17 18:59:27.020171','pass',1,NULL,'{"cards":[13,21,22],"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',4,'2026-11-17 18:59:27.024074','pass',0,'a49','{"cards":[25,20,14],"by":"seat"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',5,'2026-11-17 18:59:27.028020','pass',3,NULL,'{"cards":[34,37,47],"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',6,'2026-11-17 18:59:27.032002','pass',2,NULL,'{"cards":[39,30,15],"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',7,'2026-11-17 18:59:27.035895','play',1,NULL,'{"card":26,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',8,'2026-11-17 18:59:27.039845','play',2,NULL,'{"card":29,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',9,'2026-11-17 18:59:27.043863','play',3,NULL,'{"card":35,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',10,'2026-11-17 18:59:27.047773','play',0,'a50','{"card":37,"by":"seat"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',11,'2026-11-17 18:59:27.051901','play',0,'a51','{"card":34,"by":"seat"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',12,'2026-11-17 18:59:27.055851','play',1,NULL,'{"card":7,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',13,'2026-11-17 18:59:27.059892','play',2,NULL,'{"card":36,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',14,'2026-11-17 18:59:27.063886','play',3,NULL,'{"card":32,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',15,'2026-11-17 18:59:27.067864','play',2,NULL,'{"card":49,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',16,'2026-11-17 18:59:27.071852','play',3,NULL,'{"card":44,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',17,'2026-11-17 18:59:27.075928','play',0,'a52','{"card":47,"by":"seat"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',18,'2026-11-17 18:59:27.079871','play',1,NULL,'{"card":40,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',19,'2026-11-17 18:59:27.083863','play',2,NULL,'{"card":50,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',20,'2026-11-17 18:59:27.087871','play',3,NULL,'{"card":51,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',21,'2026-11-17 18:59:27.091920','play',0,'a53','{"card":48,"by":"seat"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',22,'2026-11-17 18:59:27.095875','play',1,NULL,'{"card":42,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',23,'2026-11-17 18:59:27.097818','play',3,NULL,'{"card":10,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',24,'2026-11-17 18:59:27.099891','play',0,'a54','{"card":1,"by":"seat"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',25,'2026-11-17 18:59:27.103868','play',1,NULL,'{"card":6,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',26,'2026-11-17 18:59:27.107856','play',2,NULL,'{"card":2,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',27,'2026-11-17 18:59:27.111867','play',3,NULL,'{"card":39,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',28,'2026-11-17 18:59:27.115930','play',0,'a55','{"card":45,"by":"seat"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',29,'2026-11-17 18:59:27.119884','play',1,NULL,'{"card":3,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',30,'2026-11-17 18:59:27.123879','play',2,NULL,'{"card":41,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',31,'2026-11-17 18:59:27.127972','play',0,'a56','{"card":33,"by":"seat"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',32,'2026-11-17 18:59:27.131914','play',1,NULL,'{"card":25,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',33,'2026-11-17 18:59:27.135920','play',2,NULL,'{"card":31,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',34,'2026-11-17 18:59:27.139904','play',3,NULL,'{"card":30,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',35,'2026-11-17 18:59:27.143962','play',0,'a57','{"card":17,"by":"seat"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',36,'2026-11-17 18:59:27.147932','play',1,NULL,'{"card":23,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',37,'2026-11-17 18:59:27.151889','play',2,NULL,'{"card":21,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',38,'2026-11-17 18:59:27.155882','play',3,NULL,'{"card":15,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',39,'2026-11-17 18:59:27.159885','play',1,NULL,'{"card":12,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',40,'2026-11-17 18:59:27.163883','play',2,NULL,'{"card":22,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',41,'2026-11-17 18:59:27.167878','play',3,NULL,'{"card":5,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',42,'2026-11-17 18:59:27.171922','play',0,'a58','{"card":4,"by":"seat"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',43,'2026-11-17 18:59:27.175908','play',1,NULL,'{"card":16,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',44,'2026-11-17 18:59:27.179874','play',2,NULL,'{"card":13,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',45,'2026-11-17 18:59:27.183872','play',3,NULL,'{"card":8,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',46,'2026-11-17 18:59:27.188001','play',0,'a59','{"card":24,"by":"seat"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',47,'2026-11-17 18:59:27.191959','play',0,'a60','{"card":38,"by":"seat"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',48,'2026-11-17 18:59:27.195909','play',1,NULL,'{"card":20,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',49,'2026-11-17 18:59:27.197981','play',2,NULL,'{"card":27,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',50,'2026-11-17 18:59:27.203868','play',3,NULL,'{"card":28,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',51,'2026-11-17 18:59:27.207922','play',0,'a61','{"card":19,"by":"seat"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',52,'2026-11-17 18:59:27.211885','play',1,NULL,'{"card":14,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',53,'2026-11-17 18:59:27.215875','play',2,NULL,'{"card":43,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',54,'2026-11-17 18:59:27.219893','play',3,NULL,'{"card":9,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',55,'2026-11-17 18:59:27.223926','play',0,'a62','{"card":18,"by":"seat"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',56,'2026-11-17 18:59:27.227881','play',1,NULL,'{"card":11,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',57,'2026-11-17 18:59:27.231867','play',2,NULL,'{"card":46,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',58,'2026-11-17 18:59:27.235929','play',3,NULL,'{"card":0,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',59,'2026-11-17 18:59:27.235929','round_over',NULL,NULL,'{"scores":[8,5,0,13],"totals":[8,5,0,13]}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',60,'2026-11-17 18:59:27.240100','ready',0,'a63','{}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',61,'2026-11-17 18:59:27.240100','dealt',NULL,NULL,'{"seed":"61d63041ee7030762ebc48b6b03a99034ab7eac8da887a1b4b77cf9887336eb1"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',62,'2026-11-17 18:59:27.244252','pass',2,NULL,'{"cards":[15,7,0],"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',63,'2026-11-17 18:59:27.248172','pass',0,'a64','{"cards":[48,35,17],"by":"seat"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',64,'2026-11-17 18:59:27.252088','pass',1,NULL,'{"cards":[9,50,43],"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',65,'2026-11-17 18:59:27.260235','pass',3,NULL,'{"cards":[1,13,24],"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',66,'2026-11-17 18:59:27.268139','play',3,NULL,'{"card":26,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',67,'2026-11-17 18:59:27.276118','play',0,'a65','{"card":32,"by":"seat"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',68,'2026-11-17 18:59:27.284069','play',1,NULL,'{"card":29,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',69,'2026-11-17 18:59:27.292028','play',2,NULL,'{"card":36,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',70,'2026-11-17 18:59:27.298986','play',2,NULL,'{"card":34,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',71,'2026-11-17 18:59:27.307985','play',3,NULL,'{"card":38,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',72,'2026-11-17 18:59:27.312008','play',0,'a66','{"card":33,"by":"seat"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',73,'2026-11-17 18:59:27.319952','play',1,NULL,'{"card":30,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',74,'2026-11-17 18:59:27.327937','play',3,NULL,'{"card":51,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',75,'2026-11-17 18:59:27.335981','play',0,'a67','{"card":44,"by":"seat"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',76,'2026-11-17 18:59:27.343933','play',1,NULL,'{"card":49,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',77,'2026-11-17 18:59:27.349752','play',2,NULL,'{"card":46,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',78,'2026-11-17 18:59:27.355893','play',3,NULL,'{"card":39,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',79,'2026-11-17 18:59:27.363972','play',0,'a68','{"card":50,"by":"seat"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',80,'2026-11-17 18:59:27.371922','play',1,NULL,'{"card":7,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',81,'2026-11-17 18:59:27.379949','play',2,NULL,'{"card":11,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',82,'2026-11-17 18:59:27.387987','play',0,'a69','{"card":28,"by":"seat"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',83,'2026-11-17 18:59:27.395927','play',1,NULL,'{"card":31,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',84,'2026-11-17 18:59:27.403919','play',2,NULL,'{"card":27,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',85,'2026-11-17 18:59:27.411911','play',3,NULL,'{"card":35,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',86,'2026-11-17 18:59:27.419939','play',3,NULL,'{"card":42,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',87,'2026-11-17 18:59:27.428030','play',0,'a70','{"card":41,"by":"seat"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',88,'2026-11-17 18:59:27.435961','play',1,NULL,'{"card":15,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',89,'2026-11-17 18:59:27.443913','play',2,NULL,'{"card":24,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',90,'2026-11-17 18:59:27.449979','play',3,NULL,'{"card":40,"by":"ai"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',91,'2026-11-17 18:59:27.460013','play',0,'a71','{"card":43,"by":"seat"}');
INSERT INTO "events" VALUES('CJUbb4bo0kn5f3sZHHkhTQ',92,'2026-11-17 18:59:27.463997','undone',0,'a72','{"from":91}');
INSERT INTO "events" VALUES('3feLC0wrDY2pf4ik1HAOjw',0,'2026-11-17 18:59:27.472998','created',NULL,NULL,'{"game":"blob","house":{"hook":true,"scoring":"exact","trumps":["S","H","C","D",null],"round_cards":[5,4]},"pace":"instant","seats":[{"kind":"ai","name":"Ansel","level":"normal","style":"plain","token_hash":null},{"kind":"ai","name":"Birte","level":"normal","style":"plain","token_hash":null},{"kind":"ai","name":"Corin","level":"normal","style":"plain","token_hash":null},{"kind":"ai","name":"Dorle","level":"normal","style":"plain","token_hash":null}]}');
INSERT INTO "events" VALUES('3feLC0wrDY2pf4ik1HAOjw',1,'2026-11-17 18:59:27.472998','started',NULL,NULL,'{}');
INSERT INTO "events" VALUES('3feLC0wrDY2pf4ik1HAOjw',2,'2026-11-17 18:59:27.472998','dealt',NULL,NULL,'{"seed":"67f7f21a473a99fc2fe99e1b7c12bf503bb8ae9d5911307a32272e3ddc92557f"}');
INSERT INTO "events" VALUES('3feLC0wrDY2pf4ik1HAOjw',3,'2026-11-17 18:59:27.484179','bid',1,NULL,'{"bid":1,"by":"ai"}');
INSERT INTO "events" VALUES('3feLC0wrDY2pf4ik1HAOjw',4,'2026-11-17 18:59:27.487946','bid',2,NULL,'{"bid":0,"by":"ai"}');
INSERT INTO "events" VALUES('3feLC0wrDY2pf4ik1HAOjw',5,'2026-11-17 18:59:27.495956','bid',3,NULL,'{"bid":4,"by":"ai"}');
INSERT INTO "events" VALUES('3feLC0wrDY2pf4ik1HAOjw',6,'2026-11-17 18:59:27.500171','bid',0,NULL,'{"bid":2,"by":"ai"}');
INSERT INTO "events" VALUES('3feLC0wrDY2pf4ik1HAOjw',7,'2026-11-17 18:59:27.507944','play',1,NULL,'{"card":40,"by":"ai"}');
INSERT INTO "events" VALUES('3feLC0wrDY2pf4ik1HAOjw',8,'2026-11-17 18:59:27.511931','play',2,NULL,'{"card":48,"by":"ai"}');
INSERT INTO "events" VALUES('3feLC0wrDY2pf4ik1HAOjw',9,'2026-11-17 18:59:27.519950','play',3,NULL,'{"card":46,"by":"ai"}');
INSERT INTO "events" VALUES('3feLC0wrDY2pf4ik1HAOjw',10,'2026-11-17 18:59:27.527947','play',0,NULL,'{"card":43,"by":"ai"}');
INSERT INTO "events" VALUES('3feLC0wrDY2pf4ik1HAOjw',11,'2026-11-17 18:59:27.535934','play',2,NULL,'{"card":7,"by":"ai"}');
INSERT INTO "events" VALUES('ZDzXp_mIb8bC7jENlLBbSQ',0,'2026-11-17 18:59:27.544132','created',NULL,NULL,'{"game":"blob","house":{"hook":true,"scoring":"exact","trumps":["S","H","C","D",null],"round_cards":[5,4,3,2,1,1,1,2,3,4,5]},"pace":"normal","seats":[{"kind":"human","name":"Flo","level":null,"style":null,"token_hash":"510ee7d3382e7eb5204a98d3d41361611ce95015a42e9ba7c13c982d38b5ad06"},{"kind":"open","name":"Birte","level":null,"style":null,"token_hash":null},{"kind":"open","name":"Corin","level":null,"style":null,"token_hash":null}]}');
INSERT INTO "events" VALUES('TRGXn-rpOetmEN40clRzSg',0,'2026-11-17 18:59:27.550322','created',NULL,NULL,'{"game":"hearts","house":{"target":100,"passes":["left","right","across","hold"],"queen_breaks_hearts":false,"moon":"add","jack_of_diamonds":false,"first_trick_points":false},"pace":"normal","seats":[{"kind":"human","name":"Gus","level":null,"style":null,"token_hash":"c890b60b7d38429f8688945404066f8b2f46e8c75d7e2e922a4b9d39da90203f"},{"kind":"open","name":"Birte","level":null,"style":null,"token_hash":null},{"kind":"open","name":"Corin","level":null,"style":null,"token_hash":null},{"kind":"open","name":"Dorle","level":null,"style":null,"token_hash":null}]}');
INSERT INTO "events" VALUES('TRGXn-rpOetmEN40clRzSg',1,'2026-11-17 18:59:27.556294','expired',NULL,NULL,'{}');
INSERT INTO "events" VALUES('GJvzwgxW6shepLAI7nwvKA',0,'2026-11-17 18:59:27.568049','created',NULL,NULL,'{"game":"blob","house":{"hook":true,"scoring":"exact","trumps":["S","H","C","D",null],"round_cards":[2,2]},"pace":"instant","seats":[{"kind":"human","name":"Hal","level":null,"style":null,"token_hash":"656da0032521e755e5e6ab96b8e1d979ec435fd96578b4fe7482873976b0dc54"},{"kind":"ai","name":"Birte","level":"normal","style":"plain","token_hash":null},{"kind":"ai","name":"Corin","level":"normal","style":"plain","token_hash":null}]}');
INSERT INTO "events" VALUES('GJvzwgxW6shepLAI7nwvKA',1,'2026-11-17 18:59:27.568049','started',NULL,NULL,'{}');
INSERT INTO "events" VALUES('GJvzwgxW6shepLAI7nwvKA',2,'2026-11-17 18:59:27.568049','dealt',NULL,NULL,'{"seed":"2f48557a2ca8422d87a5e83af131eb0616e2487b54bb246144d6f2ebe77d2652"}');
INSERT INTO "events" VALUES('GJvzwgxW6shepLAI7nwvKA',3,'2026-11-17 18:59:27.576199','bid',1,NULL,'{"bid":1,"by":"ai"}');
INSERT INTO "events" VALUES('GJvzwgxW6shepLAI7nwvKA',4,'2026-11-17 18:59:27.588002','bid',2,NULL,'{"bid":2,"by":"ai"}');
INSERT INTO "events" VALUES('GJvzwgxW6shepLAI7nwvKA',5,'2026-11-17 18:59:27.596038','bid',0,'a73','{"bid":1,"by":"seat"}');
INSERT INTO "events" VALUES('GJvzwgxW6shepLAI7nwvKA',6,'2026-11-17 18:59:27.600283','play',1,NULL,'{"card":35,"by":"ai"}');
INSERT INTO "events" VALUES('GJvzwgxW6shepLAI7nwvKA',7,'2026-11-17 18:59:27.611954','play',2,NULL,'{"card":34,"by":"ai"}');
INSERT INTO "events" VALUES('GJvzwgxW6shepLAI7nwvKA',8,'2026-11-17 18:59:27.619578','play',0,'a74','{"card":48,"by":"seat"}');
INSERT INTO "events" VALUES('GJvzwgxW6shepLAI7nwvKA',9,'2026-11-17 18:59:27.627955','play',1,NULL,'{"card":43,"by":"ai"}');
INSERT INTO "events" VALUES('GJvzwgxW6shepLAI7nwvKA',10,'2026-11-17 18:59:27.635971','play',2,NULL,'{"card":36,"by":"ai"}');
INSERT INTO "events" VALUES('GJvzwgxW6shepLAI7nwvKA',11,'2026-11-17 18:59:27.644076','play',0,'a75','{"card":49,"by":"seat"}');
INSERT INTO "events" VALUES('GJvzwgxW6shepLAI7nwvKA',12,'2026-11-17 18:59:27.644076','round_over',NULL,NULL,'{"scores":[11,11,0],"totals":[11,11,0]}');
INSERT INTO "events" VALUES('GJvzwgxW6shepLAI7nwvKA',13,'2026-11-17 18:59:27.650490','undone',0,'a76','{"from":11}');
INSERT INTO "events" VALUES('GJvzwgxW6shepLAI7nwvKA',14,'2026-11-17 18:59:27.660270','play',0,'a77','{"card":49,"by":"seat"}');
INSERT INTO "events" VALUES('GJvzwgxW6shepLAI7nwvKA',15,'2026-11-17 18:59:27.660270','round_over',NULL,NULL,'{"scores":[11,11,0],"totals":[11,11,0]}');
INSERT INTO "events" VALUES('GJvzwgxW6shepLAI7nwvKA',16,'2026-11-17 18:59:27.663990','ready',0,'a78','{}');
INSERT INTO "events" VALUES('GJvzwgxW6shepLAI7nwvKA',17,'2026-11-17 18:59:27.663990','dealt',NULL,NULL,'{"seed":"41c9b8e088d88438bc0bc39189e05d47a123a9adab6d7c09dcce4d5c7d380513"}');
INSERT INTO "events" VALUES('GJvzwgxW6shepLAI7nwvKA',18,'2026-11-17 18:59:27.672132','bid',2,NULL,'{"bid":0,"by":"ai"}');
INSERT INTO "events" VALUES('GJvzwgxW6shepLAI7nwvKA',19,'2026-11-17 18:59:27.680041','bid',0,'a79','{"bid":1,"by":"seat"}');
CREATE TABLE games (
	id VARCHAR(64) NOT NULL, 
	game VARCHAR(16) NOT NULL, 
	num_players INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	updated_at DATETIME NOT NULL, 
	completed_at DATETIME, 
	status VARCHAR(16) NOT NULL, 
	house TEXT NOT NULL, 
	round_number INTEGER NOT NULL, 
	scores TEXT NOT NULL, 
	winners TEXT NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT games_status CHECK (status IN ('waiting', 'in_progress', 'completed', 'expired'))
);
INSERT INTO "games" VALUES('nCURNULyDvwhJ-G4JvYSNw','blob',3,'2026-11-17 18:59:24.909963','2026-11-17 18:59:26.960021','2026-11-17 18:59:26.960021','completed','{"hook": true, "scoring": "exact", "trumps": ["S", "H", "C", "D", null], "round_cards": [3, 2, 1]}',3,'[0, 12, 0]','[1]');
INSERT INTO "games" VALUES('CZVKcR9F9rom7HDqk0N6uQ','blob',3,'2026-11-17 18:59:26.964036','2026-11-17 18:59:26.979900',NULL,'in_progress','{"hook": true, "scoring": "exact", "trumps": ["S", "H", "C", "D", null], "round_cards": [3, 2, 1]}',1,'[0, 0, 0]','[]');
INSERT INTO "games" VALUES('rQt1tVFyCnUSoTjxvSRovg','hearts',4,'2026-11-17 18:59:26.996069','2026-11-17 18:59:26.996069',NULL,'in_progress','{"target": 100, "passes": ["left", "right", "across", "hold"], "queen_breaks_hearts": false, "moon": "add", "jack_of_diamonds": false, "first_trick_points": false}',1,'[0, 0, 0, 0]','[]');
INSERT INTO "games" VALUES('CJUbb4bo0kn5f3sZHHkhTQ','hearts',4,'2026-11-17 18:59:27.016073','2026-11-17 18:59:27.240100',NULL,'in_progress','{"target": 100, "passes": ["left", "right", "across", "hold"], "queen_breaks_hearts": false, "moon": "add", "jack_of_diamonds": false, "first_trick_points": false}',2,'[8, 5, 0, 13]','[]');
INSERT INTO "games" VALUES('3feLC0wrDY2pf4ik1HAOjw','blob',4,'2026-11-17 18:59:27.472998','2026-11-17 18:59:27.472998',NULL,'in_progress','{"hook": true, "scoring": "exact", "trumps": ["S", "H", "C", "D", null], "round_cards": [5, 4]}',1,'[0, 0, 0, 0]','[]');
INSERT INTO "games" VALUES('ZDzXp_mIb8bC7jENlLBbSQ','blob',3,'2026-11-17 18:59:27.544132','2026-11-17 18:59:27.544132',NULL,'waiting','{"hook": true, "scoring": "exact", "trumps": ["S", "H", "C", "D", null], "round_cards": [5, 4, 3, 2, 1, 1, 1, 2, 3, 4, 5]}',0,'[0, 0, 0]','[]');
INSERT INTO "games" VALUES('TRGXn-rpOetmEN40clRzSg','hearts',4,'2026-11-17 18:59:27.550322','2026-11-17 18:59:27.556294',NULL,'expired','{"target": 100, "passes": ["left", "right", "across", "hold"], "queen_breaks_hearts": false, "moon": "add", "jack_of_diamonds": false, "first_trick_points": false}',0,'[0, 0, 0, 0]','[]');
INSERT INTO "games" VALUES('GJvzwgxW6shepLAI7nwvKA','blob',3,'2026-11-17 18:59:27.568049','2026-11-17 18:59:27.663990',NULL,'in_progress','{"hook": true, "scoring": "exact", "trumps": ["S", "H", "C", "D", null], "round_cards": [2, 2]}',2,'[11, 11, 0]','[]');
CREATE TABLE moves (
	id INTEGER NOT NULL, 
	game_id VARCHAR(64) NOT NULL, 
	round_number INTEGER NOT NULL, 
	player_position INTEGER NOT NULL, 
	move_type VARCHAR(8) NOT NULL, 
	action INTEGER NOT NULL, 
	timestamp DATETIME NOT NULL, 
	seq INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT moves_type CHECK (move_type IN ('bid', 'pass', 'play')), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "moves" VALUES(1,'nCURNULyDvwhJ-G4JvYSNw',1,1,'bid',0,'2026-11-17 18:59:25.877795',4);
INSERT INTO "moves" VALUES(2,'nCURNULyDvwhJ-G4JvYSNw',1,2,'bid',3,'2026-11-17 18:59:25.884097',5);
INSERT INTO "moves" VALUES(3,'nCURNULyDvwhJ-G4JvYSNw',1,0,'bid',2,'2026-11-17 18:59:25.903985',11);
INSERT INTO "moves" VALUES(4,'nCURNULyDvwhJ-G4JvYSNw',1,1,'play',6,'2026-11-17 18:59:25.907982',12);
INSERT INTO "moves" VALUES(5,'nCURNULyDvwhJ-G4JvYSNw',1,2,'play',3,'2026-11-17 18:59:25.920057',15);
INSERT INTO "moves" VALUES(6,'nCURNULyDvwhJ-G4JvYSNw',1,0,'play',13,'2026-11-17 18:59:25.924051',16);
INSERT INTO "moves" VALUES(7,'nCURNULyDvwhJ-G4JvYSNw',1,1,'play',33,'2026-11-17 18:59:25.928059',17);
INSERT INTO "moves" VALUES(8,'nCURNULyDvwhJ-G4JvYSNw',1,2,'play',46,'2026-11-17 18:59:25.931995',18);
INSERT INTO "moves" VALUES(9,'nCURNULyDvwhJ-G4JvYSNw',1,0,'play',28,'2026-11-17 18:59:25.936031',19);
INSERT INTO "moves" VALUES(10,'nCURNULyDvwhJ-G4JvYSNw',1,1,'play',16,'2026-11-17 18:59:26.878954',21);
INSERT INTO "moves" VALUES(11,'nCURNULyDvwhJ-G4JvYSNw',1,2,'play',50,'2026-11-17 18:59:26.878954',22);
INSERT INTO "moves" VALUES(12,'nCURNULyDvwhJ-G4JvYSNw',1,0,'play',37,'2026-11-17 18:59:26.878954',23);
INSERT INTO "moves" VALUES(13,'nCURNULyDvwhJ-G4JvYSNw',2,2,'bid',1,'2026-11-17 18:59:26.892277',27);
INSERT INTO "moves" VALUES(14,'nCURNULyDvwhJ-G4JvYSNw',2,0,'bid',2,'2026-11-17 18:59:26.896075',28);
INSERT INTO "moves" VALUES(15,'nCURNULyDvwhJ-G4JvYSNw',2,1,'bid',2,'2026-11-17 18:59:26.897556',29);
INSERT INTO "moves" VALUES(16,'nCURNULyDvwhJ-G4JvYSNw',2,2,'play',47,'2026-11-17 18:59:26.903971',30);
INSERT INTO "moves" VALUES(17,'nCURNULyDvwhJ-G4JvYSNw',2,0,'play',46,'2026-11-17 18:59:26.908008',31);
INSERT INTO "moves" VALUES(18,'nCURNULyDvwhJ-G4JvYSNw',2,1,'play',22,'2026-11-17 18:59:26.912406',32);
INSERT INTO "moves" VALUES(19,'nCURNULyDvwhJ-G4JvYSNw',2,1,'play',36,'2026-11-17 18:59:26.920035',33);
INSERT INTO "moves" VALUES(20,'nCURNULyDvwhJ-G4JvYSNw',2,2,'play',33,'2026-11-17 18:59:26.923942',34);
INSERT INTO "moves" VALUES(21,'nCURNULyDvwhJ-G4JvYSNw',2,0,'play',10,'2026-11-17 18:59:26.928033',35);
INSERT INTO "moves" VALUES(22,'nCURNULyDvwhJ-G4JvYSNw',3,0,'bid',0,'2026-11-17 18:59:26.936168',39);
INSERT INTO "moves" VALUES(23,'nCURNULyDvwhJ-G4JvYSNw',3,1,'bid',1,'2026-11-17 18:59:26.939973',40);
INSERT INTO "moves" VALUES(24,'nCURNULyDvwhJ-G4JvYSNw',3,2,'bid',1,'2026-11-17 18:59:26.943954',41);
INSERT INTO "moves" VALUES(25,'nCURNULyDvwhJ-G4JvYSNw',3,0,'play',35,'2026-11-17 18:59:26.950419',42);
INSERT INTO "moves" VALUES(26,'nCURNULyDvwhJ-G4JvYSNw',3,1,'play',46,'2026-11-17 18:59:26.955987',43);
INSERT INTO "moves" VALUES(27,'nCURNULyDvwhJ-G4JvYSNw',3,2,'play',7,'2026-11-17 18:59:26.960021',44);
INSERT INTO "moves" VALUES(28,'CZVKcR9F9rom7HDqk0N6uQ',1,1,'bid',0,'2026-11-17 18:59:26.984183',4);
INSERT INTO "moves" VALUES(29,'CZVKcR9F9rom7HDqk0N6uQ',1,2,'bid',0,'2026-11-17 18:59:26.987898',5);
INSERT INTO "moves" VALUES(30,'CZVKcR9F9rom7HDqk0N6uQ',1,0,'bid',1,'2026-11-17 18:59:26.991942',6);
INSERT INTO "moves" VALUES(31,'rQt1tVFyCnUSoTjxvSRovg',1,0,'pass',41,'2026-11-17 18:59:27.008110',3);
INSERT INTO "moves" VALUES(32,'rQt1tVFyCnUSoTjxvSRovg',1,0,'pass',35,'2026-11-17 18:59:27.008110',3);
INSERT INTO "moves" VALUES(33,'rQt1tVFyCnUSoTjxvSRovg',1,0,'pass',19,'2026-11-17 18:59:27.008110',3);
INSERT INTO "moves" VALUES(34,'rQt1tVFyCnUSoTjxvSRovg',1,1,'pass',27,'2026-11-17 18:59:27.012029',4);
INSERT INTO "moves" VALUES(35,'rQt1tVFyCnUSoTjxvSRovg',1,1,'pass',21,'2026-11-17 18:59:27.012029',4);
INSERT INTO "moves" VALUES(36,'rQt1tVFyCnUSoTjxvSRovg',1,1,'pass',16,'2026-11-17 18:59:27.012029',4);
INSERT INTO "moves" VALUES(37,'CJUbb4bo0kn5f3sZHHkhTQ',1,1,'pass',13,'2026-11-17 18:59:27.020171',3);
INSERT INTO "moves" VALUES(38,'CJUbb4bo0kn5f3sZHHkhTQ',1,1,'pass',21,'2026-11-17 18:59:27.020171',3);
INSERT INTO "moves" VALUES(39,'CJUbb4bo0kn5f3sZHHkhTQ',1,1,'pass',22,'2026-11-17 18:59:27.020171',3);
INSERT INTO "moves" VALUES(40,'CJUbb4bo0kn5f3sZHHkhTQ',1,0,'pass',25,'2026-11-17 18:59:27.024074',4);
INSERT INTO "moves" VALUES(41,'CJUbb4bo0kn5f3sZHHkhTQ',1,0,'pass',20,'2026-11-17 18:59:27.024074',4);
INSERT INTO "moves" VALUES(42,'CJUbb4bo0kn5f3sZHHkhTQ',1,0,'pass',14,'2026-11-17 18:59:27.024074',4);
INSERT INTO "moves" VALUES(43,'CJUbb4bo0kn5f3sZHHkhTQ',1,3,'pass',34,'2026-11-17 18:59:27.028020',5);
INSERT INTO "moves" VALUES(44,'CJUbb4bo0kn5f3sZHHkhTQ',1,3,'pass',37,'2026-11-17 18:59:27.028020',5);
INSERT INTO "moves" VALUES(45,'CJUbb4bo0kn5f3sZHHkhTQ',1,3,'pass',47,'2026-11-17 18:59:27.028020',5);
INSERT INTO "moves" VALUES(46,'CJUbb4bo0kn5f3sZHHkhTQ',1,2,'pass',39,'2026-11-17 18:59:27.032002',6);
INSERT INTO "moves" VALUES(47,'CJUbb4bo0kn5f3sZHHkhTQ',1,2,'pass',30,'2026-11-17 18:59:27.032002',6);
INSERT INTO "moves" VALUES(48,'CJUbb4bo0kn5f3sZHHkhTQ',1,2,'pass',15,'2026-11-17 18:59:27.032002',6);
INSERT INTO "moves" VALUES(49,'CJUbb4bo0kn5f3sZHHkhTQ',1,1,'play',26,'2026-11-17 18:59:27.035895',7);
INSERT INTO "moves" VALUES(50,'CJUbb4bo0kn5f3sZHHkhTQ',1,2,'play',29,'2026-11-17 18:59:27.039845',8);
INSERT INTO "moves" VALUES(51,'CJUbb4bo0kn5f3sZHHkhTQ',1,3,'play',35,'2026-11-17 18:59:27.043863',9);
INSERT INTO "moves" VALUES(52,'CJUbb4bo0kn5f3sZHHkhTQ',1,0,'play',37,'2026-11-17 18:59:27.047773',10);
INSERT INTO "moves" VALUES(53,'CJUbb4bo0kn5f3sZHHkhTQ',1,0,'play',34,'2026-11-17 18:59:27.051901',11);
INSERT INTO "moves" VALUES(54,'CJUbb4bo0kn5f3sZHHkhTQ',1,1,'play',7,'2026-11-17 18:59:27.055851',12);
INSERT INTO "moves" VALUES(55,'CJUbb4bo0kn5f3sZHHkhTQ',1,2,'play',36,'2026-11-17 18:59:27.059892',13);
INSERT INTO "moves" VALUES(56,'CJUbb4bo0kn5f3sZHHkhTQ',1,3,'play',32,'2026-11-17 18:59:27.063886',14);
INSERT INTO "moves" VALUES(57,'CJUbb4bo0kn5f3sZHHkhTQ',1,2,'play',49,'2026-11-17 18:59:27.067864',15);
INSERT INTO "moves" VALUES(58,'CJUbb4bo0kn5f3sZHHkhTQ',1,3,'play',44,'2026-11-17 18:59:27.071852',16);
INSERT INTO "moves" VALUES(59,'CJUbb4bo0kn5f3sZHHkhTQ',1,0,'play',47,'2026-11-17 18:59:27.075928',17);
INSERT INTO "moves" VALUES(60,'CJUbb4bo0kn5f3sZHHkhTQ',1,1,'play',40,'2026-11-17 18:59:27.079871',18);
INSERT INTO "moves" VALUES(61,'CJUbb4bo0kn5f3sZHHkhTQ',1,2,'play',50,'2026-11-17 18:59:27.083863',19);
INSERT INTO "moves" VALUES(62,'CJUbb4bo0kn5f3sZHHkhTQ',1,3,'play',51,'2026-11-17 18:59:27.087871',20);
INSERT INTO "moves" VALUES(63,'CJUbb4bo0kn5f3sZHHkhTQ',1,0,'play',48,'2026-11-17 18:59:27.091920',21);
INSERT INTO "moves" VALUES(64,'CJUbb4bo0kn5f3sZHHkhTQ',1,1,'play',42,'2026-11-17 18:59:27.095875',22);
INSERT INTO "moves" VALUES(65,'CJUbb4bo0kn5f3sZHHkhTQ',1,3,'play',10,'2026-11-17 18:59:27.097818',23);
INSERT INTO "moves" VALUES(66,'CJUbb4bo0kn5f3sZHHkhTQ',1,0,'play',1,'2026-11-17 18:59:27.099891',24);
INSERT INTO "moves" VALUES(67,'CJUbb4bo0kn5f3sZHHkhTQ',1,1,'play',6,'2026-11-17 18:59:27.103868',25);
INSERT INTO "moves" VALUES(68,'CJUbb4bo0kn5f3sZHHkhTQ',1,2,'play',2,'2026-11-17 18:59:27.107856',26);
INSERT INTO "moves" VALUES(69,'CJUbb4bo0kn5f3sZHHkhTQ',1,3,'play',39,'2026-11-17 18:59:27.111867',27);
INSERT INTO "moves" VALUES(70,'CJUbb4bo0kn5f3sZHHkhTQ',1,0,'play',45,'2026-11-17 18:59:27.115930',28);
INSERT INTO "moves" VALUES(71,'CJUbb4bo0kn5f3sZHHkhTQ',1,1,'play',3,'2026-11-17 18:59:27.119884',29);
INSERT INTO "moves" VALUES(72,'CJUbb4bo0kn5f3sZHHkhTQ',1,2,'play',41,'2026-11-17 18:59:27.123879',30);
INSERT INTO "moves" VALUES(73,'CJUbb4bo0kn5f3sZHHkhTQ',1,0,'play',33,'2026-11-17 18:59:27.127972',31);
INSERT INTO "moves" VALUES(74,'CJUbb4bo0kn5f3sZHHkhTQ',1,1,'play',25,'2026-11-17 18:59:27.131914',32);
INSERT INTO "moves" VALUES(75,'CJUbb4bo0kn5f3sZHHkhTQ',1,2,'play',31,'2026-11-17 18:59:27.135920',33);
INSERT INTO "moves" VALUES(76,'CJUbb4bo0kn5f3sZHHkhTQ',1,3,'play',30,'2026-11-17 18:59:27.139904',34);
INSERT INTO "moves" VALUES(77,'CJUbb4bo0kn5f3sZHHkhTQ',1,0,'play',17,'2026-11-17 18:59:27.143962',35);
INSERT INTO "moves" VALUES(78,'CJUbb4bo0kn5f3sZHHkhTQ',1,1,'play',23,'2026-11-17 18:59:27.147932',36);
INSERT INTO "moves" VALUES(79,'CJUbb4bo0kn5f3sZHHkhTQ',1,2,'play',21,'2026-11-17 18:59:27.151889',37);
INSERT INTO "moves" VALUES(80,'CJUbb4bo0kn5f3sZHHkhTQ',1,3,'play',15,'2026-11-17 18:59:27.155882',38);
INSERT INTO "moves" VALUES(81,'CJUbb4bo0kn5f3sZHHkhTQ',1,1,'play',12,'2026-11-17 18:59:27.159885',39);
INSERT INTO "moves" VALUES(82,'CJUbb4bo0kn5f3sZHHkhTQ',1,2,'play',22,'2026-11-17 18:59:27.163883',40);
INSERT INTO "moves" VALUES(83,'CJUbb4bo0kn5f3sZHHkhTQ',1,3,'play',5,'2026-11-17 18:59:27.167878',41);
INSERT INTO "moves" VALUES(84,'CJUbb4bo0kn5f3sZHHkhTQ',1,0,'play',4,'2026-11-17 18:59:27.171922',42);
INSERT INTO "moves" VALUES(85,'CJUbb4bo0kn5f3sZHHkhTQ',1,1,'play',16,'2026-11-17 18:59:27.175908',43);
INSERT INTO "moves" VALUES(86,'CJUbb4bo0kn5f3sZHHkhTQ',1,2,'play',13,'2026-11-17 18:59:27.179874',44);
INSERT INTO "moves" VALUES(87,'CJUbb4bo0kn5f3sZHHkhTQ',1,3,'play',8,'2026-11-17 18:59:27.183872',45);
INSERT INTO "moves" VALUES(88,'CJUbb4bo0kn5f3sZHHkhTQ',1,0,'play',24,'2026-11-17 18:59:27.188001',46);
INSERT INTO "moves" VALUES(89,'CJUbb4bo0kn5f3sZHHkhTQ',1,0,'play',38,'2026-11-17 18:59:27.191959',47);
INSERT INTO "moves" VALUES(90,'CJUbb4bo0kn5f3sZHHkhTQ',1,1,'play',20,'2026-11-17 18:59:27.195909',48);
INSERT INTO "moves" VALUES(91,'CJUbb4bo0kn5f3sZHHkhTQ',1,2,'play',27,'2026-11-17 18:59:27.197981',49);
INSERT INTO "moves" VALUES(92,'CJUbb4bo0kn5f3sZHHkhTQ',1,3,'play',28,'2026-11-17 18:59:27.203868',50);
INSERT INTO "moves" VALUES(93,'CJUbb4bo0kn5f3sZHHkhTQ',1,0,'play',19,'2026-11-17 18:59:27.207922',51);
INSERT INTO "moves" VALUES(94,'CJUbb4bo0kn5f3sZHHkhTQ',1,1,'play',14,'2026-11-17 18:59:27.211885',52);
INSERT INTO "moves" VALUES(95,'CJUbb4bo0kn5f3sZHHkhTQ',1,2,'play',43,'2026-11-17 18:59:27.215875',53);
INSERT INTO "moves" VALUES(96,'CJUbb4bo0kn5f3sZHHkhTQ',1,3,'play',9,'2026-11-17 18:59:27.219893',54);
INSERT INTO "moves" VALUES(97,'CJUbb4bo0kn5f3sZHHkhTQ',1,0,'play',18,'2026-11-17 18:59:27.223926',55);
INSERT INTO "moves" VALUES(98,'CJUbb4bo0kn5f3sZHHkhTQ',1,1,'play',11,'2026-11-17 18:59:27.227881',56);
INSERT INTO "moves" VALUES(99,'CJUbb4bo0kn5f3sZHHkhTQ',1,2,'play',46,'2026-11-17 18:59:27.231867',57);
INSERT INTO "moves" VALUES(100,'CJUbb4bo0kn5f3sZHHkhTQ',1,3,'play',0,'2026-11-17 18:59:27.235929',58);
INSERT INTO "moves" VALUES(101,'CJUbb4bo0kn5f3sZHHkhTQ',2,2,'pass',15,'2026-11-17 18:59:27.244252',62);
INSERT INTO "moves" VALUES(102,'CJUbb4bo0kn5f3sZHHkhTQ',2,2,'pass',7,'2026-11-17 18:59:27.244252',62);
INSERT INTO "moves" VALUES(103,'CJUbb4bo0kn5f3sZHHkhTQ',2,2,'pass',0,'2026-11-17 18:59:27.244252',62);
INSERT INTO "moves" VALUES(104,'CJUbb4bo0kn5f3sZHHkhTQ',2,0,'pass',48,'2026-11-17 18:59:27.248172',63);
INSERT INTO "moves" VALUES(105,'CJUbb4bo0kn5f3sZHHkhTQ',2,0,'pass',35,'2026-11-17 18:59:27.248172',63);
INSERT INTO "moves" VALUES(106,'CJUbb4bo0kn5f3sZHHkhTQ',2,0,'pass',17,'2026-11-17 18:59:27.248172',63);
INSERT INTO "moves" VALUES(107,'CJUbb4bo0kn5f3sZHHkhTQ',2,1,'pass',9,'2026-11-17 18:59:27.252088',64);
INSERT INTO "moves" VALUES(108,'CJUbb4bo0kn5f3sZHHkhTQ',2,1,'pass',50,'2026-11-17 18:59:27.252088',64);
INSERT INTO "moves" VALUES(109,'CJUbb4bo0kn5f3sZHHkhTQ',2,1,'pass',43,'2026-11-17 18:59:27.252088',64);
INSERT INTO "moves" VALUES(110,'CJUbb4bo0kn5f3sZHHkhTQ',2,3,'pass',1,'2026-11-17 18:59:27.260235',65);
INSERT INTO "moves" VALUES(111,'CJUbb4bo0kn5f3sZHHkhTQ',2,3,'pass',13,'2026-11-17 18:59:27.260235',65);
INSERT INTO "moves" VALUES(112,'CJUbb4bo0kn5f3sZHHkhTQ',2,3,'pass',24,'2026-11-17 18:59:27.260235',65);
INSERT INTO "moves" VALUES(113,'CJUbb4bo0kn5f3sZHHkhTQ',2,3,'play',26,'2026-11-17 18:59:27.268139',66);
INSERT INTO "moves" VALUES(114,'CJUbb4bo0kn5f3sZHHkhTQ',2,0,'play',32,'2026-11-17 18:59:27.276118',67);
INSERT INTO "moves" VALUES(115,'CJUbb4bo0kn5f3sZHHkhTQ',2,1,'play',29,'2026-11-17 18:59:27.284069',68);
INSERT INTO "moves" VALUES(116,'CJUbb4bo0kn5f3sZHHkhTQ',2,2,'play',36,'2026-11-17 18:59:27.292028',69);
INSERT INTO "moves" VALUES(117,'CJUbb4bo0kn5f3sZHHkhTQ',2,2,'play',34,'2026-11-17 18:59:27.298986',70);
INSERT INTO "moves" VALUES(118,'CJUbb4bo0kn5f3sZHHkhTQ',2,3,'play',38,'2026-11-17 18:59:27.307985',71);
INSERT INTO "moves" VALUES(119,'CJUbb4bo0kn5f3sZHHkhTQ',2,0,'play',33,'2026-11-17 18:59:27.312008',72);
INSERT INTO "moves" VALUES(120,'CJUbb4bo0kn5f3sZHHkhTQ',2,1,'play',30,'2026-11-17 18:59:27.319952',73);
INSERT INTO "moves" VALUES(121,'CJUbb4bo0kn5f3sZHHkhTQ',2,3,'play',51,'2026-11-17 18:59:27.327937',74);
INSERT INTO "moves" VALUES(122,'CJUbb4bo0kn5f3sZHHkhTQ',2,0,'play',44,'2026-11-17 18:59:27.335981',75);
INSERT INTO "moves" VALUES(123,'CJUbb4bo0kn5f3sZHHkhTQ',2,1,'play',49,'2026-11-17 18:59:27.343933',76);
INSERT INTO "moves" VALUES(124,'CJUbb4bo0kn5f3sZHHkhTQ',2,2,'play',46,'2026-11-17 18:59:27.349752',77);
INSERT INTO "moves" VALUES(125,'CJUbb4bo0kn5f3sZHHkhTQ',2,3,'play',39,'2026-11-17 18:59:27.355893',78);
INSERT INTO "moves" VALUES(126,'CJUbb4bo0kn5f3sZHHkhTQ',2,0,'play',50,'2026-11-17 18:59:27.363972',79);
INSERT INTO "moves" VALUES(127,'CJUbb4bo0kn5f3sZHHkhTQ',2,1,'play',7,'2026-11-17 18:59:27.371922',80);
INSERT INTO "moves" VALUES(128,'CJUbb4bo0kn5f3sZHHkhTQ',2,2,'play',11,'2026-11-17 18:59:27.379949',81);
INSERT INTO "moves" VALUES(129,'CJUbb4bo0kn5f3sZHHkhTQ',2,0,'play',28,'2026-11-17 18:59:27.387987',82);
INSERT INTO "moves" VALUES(130,'CJUbb4bo0kn5f3sZHHkhTQ',2,1,'play',31,'2026-11-17 18:59:27.395927',83);
INSERT INTO "moves" VALUES(131,'CJUbb4bo0kn5f3sZHHkhTQ',2,2,'play',27,'2026-11-17 18:59:27.403919',84);
INSERT INTO "moves" VALUES(132,'CJUbb4bo0kn5f3sZHHkhTQ',2,3,'play',35,'2026-11-17 18:59:27.411911',85);
INSERT INTO "moves" VALUES(133,'CJUbb4bo0kn5f3sZHHkhTQ',2,3,'play',42,'2026-11-17 18:59:27.419939',86);
INSERT INTO "moves" VALUES(134,'CJUbb4bo0kn5f3sZHHkhTQ',2,0,'play',41,'2026-11-17 18:59:27.428030',87);
INSERT INTO "moves" VALUES(135,'CJUbb4bo0kn5f3sZHHkhTQ',2,1,'play',15,'2026-11-17 18:59:27.435961',88);
INSERT INTO "moves" VALUES(136,'CJUbb4bo0kn5f3sZHHkhTQ',2,2,'play',24,'2026-11-17 18:59:27.443913',89);
INSERT INTO "moves" VALUES(137,'CJUbb4bo0kn5f3sZHHkhTQ',2,3,'play',40,'2026-11-17 18:59:27.449979',90);
INSERT INTO "moves" VALUES(138,'3feLC0wrDY2pf4ik1HAOjw',1,1,'bid',1,'2026-11-17 18:59:27.484179',3);
INSERT INTO "moves" VALUES(139,'3feLC0wrDY2pf4ik1HAOjw',1,2,'bid',0,'2026-11-17 18:59:27.487946',4);
INSERT INTO "moves" VALUES(140,'3feLC0wrDY2pf4ik1HAOjw',1,3,'bid',4,'2026-11-17 18:59:27.495956',5);
INSERT INTO "moves" VALUES(141,'3feLC0wrDY2pf4ik1HAOjw',1,0,'bid',2,'2026-11-17 18:59:27.500171',6);
INSERT INTO "moves" VALUES(142,'3feLC0wrDY2pf4ik1HAOjw',1,1,'play',40,'2026-11-17 18:59:27.507944',7);
INSERT INTO "moves" VALUES(143,'3feLC0wrDY2pf4ik1HAOjw',1,2,'play',48,'2026-11-17 18:59:27.511931',8);
INSERT INTO "moves" VALUES(144,'3feLC0wrDY2pf4ik1HAOjw',1,3,'play',46,'2026-11-17 18:59:27.519950',9);
INSERT INTO "moves" VALUES(145,'3feLC0wrDY2pf4ik1HAOjw',1,0,'play',43,'2026-11-17 18:59:27.527947',10);
INSERT INTO "moves" VALUES(146,'3feLC0wrDY2pf4ik1HAOjw',1,2,'play',7,'2026-11-17 18:59:27.535934',11);
INSERT INTO "moves" VALUES(147,'GJvzwgxW6shepLAI7nwvKA',1,1,'bid',1,'2026-11-17 18:59:27.576199',3);
INSERT INTO "moves" VALUES(148,'GJvzwgxW6shepLAI7nwvKA',1,2,'bid',2,'2026-11-17 18:59:27.588002',4);
INSERT INTO "moves" VALUES(149,'GJvzwgxW6shepLAI7nwvKA',1,0,'bid',1,'2026-11-17 18:59:27.596038',5);
INSERT INTO "moves" VALUES(150,'GJvzwgxW6shepLAI7nwvKA',1,1,'play',35,'2026-11-17 18:59:27.600283',6);
INSERT INTO "moves" VALUES(151,'GJvzwgxW6shepLAI7nwvKA',1,2,'play',34,'2026-11-17 18:59:27.611954',7);
INSERT INTO "moves" VALUES(152,'GJvzwgxW6shepLAI7nwvKA',1,0,'play',48,'2026-11-17 18:59:27.619578',8);
INSERT INTO "moves" VALUES(153,'GJvzwgxW6shepLAI7nwvKA',1,1,'play',43,'2026-11-17 18:59:27.627955',9);
INSERT INTO "moves" VALUES(154,'GJvzwgxW6shepLAI7nwvKA',1,2,'play',36,'2026-11-17 18:59:27.635971',10);
INSERT INTO "moves" VALUES(155,'GJvzwgxW6shepLAI7nwvKA',1,0,'play',49,'2026-11-17 18:59:27.660270',14);
INSERT INTO "moves" VALUES(156,'GJvzwgxW6shepLAI7nwvKA',2,2,'bid',0,'2026-11-17 18:59:27.672132',18);
INSERT INTO "moves" VALUES(157,'GJvzwgxW6shepLAI7nwvKA',2,0,'bid',1,'2026-11-17 18:59:27.680041',19);
CREATE TABLE players (
	id INTEGER NOT NULL, 
	game_id VARCHAR(64) NOT NULL, 
	position INTEGER NOT NULL, 
	name VARCHAR(48) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	level VARCHAR(16), 
	final_score INTEGER, 
	PRIMARY KEY (id), 
	CONSTRAINT players_seat UNIQUE (game_id, position), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "players" VALUES(1,'nCURNULyDvwhJ-G4JvYSNw',0,'Ada','human',NULL,0);
INSERT INTO "players" VALUES(2,'nCURNULyDvwhJ-G4JvYSNw',1,'Bo','human',NULL,12);
INSERT INTO "players" VALUES(3,'nCURNULyDvwhJ-G4JvYSNw',2,'Corin','ai','normal',0);
INSERT INTO "players" VALUES(4,'CZVKcR9F9rom7HDqk0N6uQ',0,'Ada','human',NULL,NULL);
INSERT INTO "players" VALUES(5,'CZVKcR9F9rom7HDqk0N6uQ',1,'Bo','open',NULL,NULL);
INSERT INTO "players" VALUES(6,'CZVKcR9F9rom7HDqk0N6uQ',2,'Corin','ai','normal',NULL);
INSERT INTO "players" VALUES(7,'rQt1tVFyCnUSoTjxvSRovg',0,'Çelik','human',NULL,NULL);
INSERT INTO "players" VALUES(8,'rQt1tVFyCnUSoTjxvSRovg',1,'Birte','ai','normal',NULL);
INSERT INTO "players" VALUES(9,'rQt1tVFyCnUSoTjxvSRovg',2,'Corin','ai','normal',NULL);
INSERT INTO "players" VALUES(10,'rQt1tVFyCnUSoTjxvSRovg',3,'Dorle','ai','normal',NULL);
INSERT INTO "players" VALUES(11,'CJUbb4bo0kn5f3sZHHkhTQ',0,'Dee','human',NULL,NULL);
INSERT INTO "players" VALUES(12,'CJUbb4bo0kn5f3sZHHkhTQ',1,'Birte','ai','normal',NULL);
INSERT INTO "players" VALUES(13,'CJUbb4bo0kn5f3sZHHkhTQ',2,'Corin','ai','normal',NULL);
INSERT INTO "players" VALUES(14,'CJUbb4bo0kn5f3sZHHkhTQ',3,'Dorle','ai','normal',NULL);
INSERT INTO "players" VALUES(15,'3feLC0wrDY2pf4ik1HAOjw',0,'Ansel','ai','normal',NULL);
INSERT INTO "players" VALUES(16,'3feLC0wrDY2pf4ik1HAOjw',1,'Birte','ai','normal',NULL);
INSERT INTO "players" VALUES(17,'3feLC0wrDY2pf4ik1HAOjw',2,'Corin','ai','normal',NULL);
INSERT INTO "players" VALUES(18,'3feLC0wrDY2pf4ik1HAOjw',3,'Dorle','ai','normal',NULL);
INSERT INTO "players" VALUES(19,'ZDzXp_mIb8bC7jENlLBbSQ',0,'Flo','human',NULL,NULL);
INSERT INTO "players" VALUES(20,'ZDzXp_mIb8bC7jENlLBbSQ',1,'Birte','open',NULL,NULL);
INSERT INTO "players" VALUES(21,'ZDzXp_mIb8bC7jENlLBbSQ',2,'Corin','open',NULL,NULL);
INSERT INTO "players" VALUES(22,'TRGXn-rpOetmEN40clRzSg',0,'Gus','human',NULL,NULL);
INSERT INTO "players" VALUES(23,'TRGXn-rpOetmEN40clRzSg',1,'Birte','open',NULL,NULL);
INSERT INTO "players" VALUES(24,'TRGXn-rpOetmEN40clRzSg',2,'Corin','open',NULL,NULL);
INSERT INTO "players" VALUES(25,'TRGXn-rpOetmEN40clRzSg',3,'Dorle','open',NULL,NULL);
INSERT INTO "players" VALUES(26,'GJvzwgxW6shepLAI7nwvKA',0,'Hal','human',NULL,NULL);
INSERT INTO "players" VALUES(27,'GJvzwgxW6shepLAI7nwvKA',1,'Birte','ai','normal',NULL);
INSERT INTO "players" VALUES(28,'GJvzwgxW6shepLAI7nwvKA',2,'Corin','ai','normal',NULL);
CREATE TABLE rounds (
	id INTEGER NOT NULL, 
	game_id VARCHAR(64) NOT NULL, 
	round_number INTEGER NOT NULL, 
	cards_dealt INTEGER NOT NULL, 
	trump_suit VARCHAR(8), 
	PRIMARY KEY (id), 
	CONSTRAINT rounds_number UNIQUE (game_id, round_number), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "rounds" VALUES(1,'nCURNULyDvwhJ-G4JvYSNw',1,3,'spades');
INSERT INTO "rounds" VALUES(2,'nCURNULyDvwhJ-G4JvYSNw',2,2,'hearts');
INSERT INTO "rounds" VALUES(3,'nCURNULyDvwhJ-G4JvYSNw',3,1,'clubs');
INSERT INTO "rounds" VALUES(4,'CZVKcR9F9rom7HDqk0N6uQ',1,3,'spades');
INSERT INTO "rounds" VALUES(5,'rQt1tVFyCnUSoTjxvSRovg',1,13,NULL);
INSERT INTO "rounds" VALUES(6,'CJUbb4bo0kn5f3sZHHkhTQ',1,13,NULL);
INSERT INTO "rounds" VALUES(7,'CJUbb4bo0kn5f3sZHHkhTQ',2,13,NULL);
INSERT INTO "rounds" VALUES(8,'3feLC0wrDY2pf4ik1HAOjw',1,5,'spades');
INSERT INTO "rounds" VALUES(9,'GJvzwgxW6shepLAI7nwvKA',1,2,'spades');
INSERT INTO "rounds" VALUES(10,'GJvzwgxW6shepLAI7nwvKA',2,2,'hearts');
CREATE INDEX games_by_status ON games (status, updated_at);
CREATE INDEX idx_moves_game ON moves (game_id);
CREATE INDEX idx_moves_round ON moves (game_id, round_number);
COMMIT;
