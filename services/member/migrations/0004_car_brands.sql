-- The brands sold in Korea with their models, as customers know them: what is sold now first, then what is still driven.
-- Positions leave room for brands to come; 기타, the last, takes every other make.
create table car_brands (
  id uuid primary key,
  name text not null unique,
  name_en text not null,
  position integer not null unique,
  models text[] not null
);

-- The same ids on every machine: UUIDv7 of the first of January 2026 that end in the position.
insert into car_brands (id, name, name_en, position, models)
select ('019b76da-a800-7000-8000-' || lpad(position::text, 12, '0'))::uuid, name, name_en, position, models::text[]
from (values
  (10, '현대', 'Hyundai', '{아반떼,쏘나타,쏘나타 택시,그랜저,캐스퍼,캐스퍼 일렉트릭,베뉴,코나,코나 일렉트릭,투싼,싼타페,팰리세이드,넥쏘,아이오닉 5,아이오닉 6,아이오닉 9,스타리아,포터,포터 일렉트릭,ST1,쏠라티,마이티,파비스,엑시언트,카운티,일렉시티,유니버스,벨로스터,엑센트,i30,i40,아슬란,아이오닉,맥스크루즈,베라크루즈,제네시스,제네시스 쿠페,에쿠스,다이너스티,스타렉스,클릭,베르나,라비타,투스카니,티뷰론,테라칸,갤로퍼,트라제 XG,리베로,메가트럭,트라고,에어로타운,슈퍼에어로시티}'),
  (20, '기아', 'Kia', '{모닝,레이,레이 EV,K3,K5,K8,K9,니로,니로 EV,셀토스,스포티지,쏘렌토,카니발,타스만,EV3,EV4,EV5,EV6,EV9,PV5,봉고,봉고 EV,그랜버드,모하비,스팅어,K7,스토닉,쏘울,쏘울 EV,니로 플러스,프라이드,포르테,쎄라토,로체,옵티마,오피러스,카렌스,비스토,리오,스펙트라,리갈,엔터프라이즈,카스타,레토나,프레지오}'),
  (30, '제네시스', 'Genesis', '{G70,G70 슈팅 브레이크,G80,일렉트리파이드 G80,G90,GV60,GV70,일렉트리파이드 GV70,GV80,GV80 쿠페,EQ900}'),
  (40, 'KG모빌리티', 'KG Mobility', '{티볼리,티볼리 에어,코란도,코란도 EV,토레스,토레스 EVX,액티언,렉스턴,렉스턴 스포츠,렉스턴 스포츠 칸,무쏘,무쏘 EV,코란도 이모션,코란도 C,코란도 스포츠,코란도 투리스모,액티언 스포츠,무쏘 스포츠,카이런,로디우스,체어맨 H,체어맨 W,이스타나}'),
  (50, '르노코리아', 'Renault Korea', '{그랑 콜레오스,아르카나,QM6,세닉 E-Tech,마스터,XM3,SM6,SM3,SM3 Z.E.,SM5,SM7,QM3,QM5,캡처,클리오,조에,트위지}'),
  (60, '쉐보레', 'Chevrolet', '{트랙스 크로스오버,트레일블레이저,콜로라도,타호,트래버스,이쿼녹스,스파크,말리부,임팔라,크루즈,아베오,트랙스,캡티바,올란도,볼트,볼트 EV,볼트 EUV,카마로,콜벳,다마스,라보,마티즈,젠트라,칼로스,라세티,토스카,매그너스,알페온,베리타스,윈스톰,레조}'),
  (70, 'BMW', 'BMW', '{1시리즈,2시리즈,2시리즈 그란 쿠페,2시리즈 액티브 투어러,3시리즈,3시리즈 그란 투리스모,4시리즈,4시리즈 그란 쿠페,5시리즈,5시리즈 그란 투리스모,6시리즈,6시리즈 그란 투리스모,7시리즈,8시리즈,X1,X2,X3,X4,X5,X6,X7,XM,Z4,M2,M3,M4,M5,M6,M8,i3,i4,i5,i7,i8,iX,iX1,iX2,iX3}'),
  (80, '메르세데스-벤츠', 'Mercedes-Benz', '{A-클래스,B-클래스,C-클래스,CLA,CLE,E-클래스,CLS,S-클래스,마이바흐 S-클래스,GLA,GLB,GLC,GLC 쿠페,GLE,GLE 쿠페,GLS,마이바흐 GLS,G-클래스,SL,마이바흐 SL,AMG GT,AMG GT 4도어 쿠페,EQA,EQB,EQE,EQE SUV,EQS,EQS SUV,마이바흐 EQS SUV,EQC,CLK,GLK,M-클래스,R-클래스,SLC,SLK,V-클래스,스프린터}'),
  (90, '아우디', 'Audi', '{A3,A4,A5,A6,A6 e-tron,A7,A8,Q2,Q3,Q4 e-tron,Q5,Q6 e-tron,Q7,Q8,Q8 e-tron,e-tron,e-tron GT,S3,S4,S5,S6,S7,S8,SQ5,SQ7,SQ8,RS 3,RS 5,RS 6,RS 7,RS Q8,TT,R8,A1}'),
  (100, '폭스바겐', 'Volkswagen', '{골프,티구안,투아렉,아틀라스,ID.4,ID.5,아테온,제타,티록,파사트,파사트 GT,티구안 올스페이스,폴로,비틀,CC,시로코,이오스,페이톤}'),
  (110, '볼보', 'Volvo', '{S60,S90,V60 크로스컨트리,V90 크로스컨트리,XC40,XC60,XC90,EX30,EX30 크로스컨트리,C40 리차지,XC40 리차지,S40,S80,V40,V40 크로스컨트리,V60,V90,XC70,C30,C70}'),
  (120, '미니', 'MINI', '{쿠퍼 3도어,쿠퍼 5도어,쿠퍼 컨버터블,쿠퍼 일렉트릭,컨트리맨,컨트리맨 일렉트릭,에이스맨,JCW,JCW 컨트리맨,클럽맨,페이스맨,쿠페,로드스터}'),
  (130, '렉서스', 'Lexus', '{ES,LS,LC,UX,NX,RX,GX,LX,LM,RZ,CT,IS,GS,RC,SC}'),
  (140, '토요타', 'Toyota', '{캠리,크라운,프리우스,라브4,하이랜더,알파드,시에나,GR86,GR 수프라,아발론,코롤라,프리우스 C,프리우스 V,벤자,FJ 크루저,86}'),
  (150, '혼다', 'Honda', '{어코드,CR-V,파일럿,오딧세이,시빅,HR-V,인사이트,레전드,크로스투어,CR-Z}'),
  (160, '포르쉐', 'Porsche', '{911,718 박스터,718 카이맨,타이칸,파나메라,마칸,마칸 일렉트릭,카이엔,카이엔 쿠페,박스터,카이맨,918 스파이더}'),
  (170, '테슬라', 'Tesla', '{모델 3,모델 Y,모델 S,모델 X,사이버트럭}'),
  (180, '랜드로버', 'Land Rover', '{레인지로버,레인지로버 스포츠,레인지로버 벨라,레인지로버 이보크,디스커버리,디스커버리 스포츠,디펜더,프리랜더}'),
  (190, '재규어', 'Jaguar', '{XE,XF,XJ,XK,E-PACE,F-PACE,I-PACE,F-TYPE,S-TYPE,X-TYPE}'),
  (200, '지프', 'Jeep', '{랭글러,글래디에이터,그랜드 체로키,그랜드 체로키 L,어벤저,체로키,레니게이드,컴패스,커맨더,패트리어트}'),
  (210, '포드', 'Ford', '{익스플로러,익스페디션,머스탱,브롱코,레인저,이스케이프,쿠가,토러스,퓨전,몬데오,포커스,파이브헌드레드,F-150}'),
  (220, '링컨', 'Lincoln', '{노틸러스,에비에이터,네비게이터,코세어,컨티넨탈,MKC,MKS,MKX,MKZ,타운카}'),
  (230, '캐딜락', 'Cadillac', '{에스컬레이드,에스컬레이드 IQ,리릭,XT4,XT5,XT6,CT4,CT5,CT6,ATS,CTS,STS,DTS,SRX}'),
  (240, '푸조', 'Peugeot', '{208,308,408,508,2008,3008,5008,e-208,e-2008,206,207,307,407,607,RCZ}'),
  (250, 'BYD', 'BYD', '{아토 3,씰,씨라이언 7,T4K}'),
  (260, '폴스타', 'Polestar', '{폴스타 2,폴스타 4}'),
  (270, '마세라티', 'Maserati', '{그레칼레,그란투리스모,그란카브리오,MC20,기블리,르반떼,콰트로포르테}'),
  (280, '페라리', 'Ferrari', '{296 GTB,296 GTS,12칠린드리,푸로산게,로마,SF90,812,F8,포르토피노,캘리포니아,GTC4루쏘,FF,F12 베를리네타,488,458,F430}'),
  (290, '람보르기니', 'Lamborghini', '{우루스,레부엘토,테메라리오,우라칸,아벤타도르,가야르도,무르시엘라고}'),
  (300, '벤틀리', 'Bentley', '{컨티넨탈 GT,컨티넨탈 GTC,플라잉스퍼,벤테이가,뮬산}'),
  (310, '롤스로이스', 'Rolls-Royce', '{팬텀,고스트,컬리넌,스펙터,레이스,던}'),
  (320, '애스턴마틴', 'Aston Martin', '{밴티지,DB12,DBX,뱅퀴시,DB11,DB9,DBS,라피드}'),
  (330, '맥라렌', 'McLaren', '{아투라,750S,GTS,GT,720S,765LT,650S,600LT,570S,540C}'),
  (340, '로터스', 'Lotus', '{엘레트라,에메야,에미라,엘리스,엑시지,에보라}'),
  (350, '이네오스', 'Ineos', '{그레나디어}'),
  (360, 'GMC', 'GMC', '{시에라}'),
  (370, '닛산', 'Nissan', '{알티마,맥시마,리프,큐브,쥬크,캐시카이,엑스트레일,로그,무라노,패스파인더,370Z,GT-R}'),
  (380, '인피니티', 'Infiniti', '{Q30,Q50,Q60,Q70,QX30,QX50,QX60,QX70,QX80,G25,G35,G37,M35,M37,EX35,FX35,JX35}'),
  (390, '크라이슬러', 'Chrysler', '{200,300C,그랜드 보이저,세브링,PT 크루저}'),
  (400, '닷지', 'Dodge', '{캘리버,니트로,듀랑고,다코타,램}'),
  (410, '시트로엥', 'Citroën', '{C3 에어크로스,C4 칵투스,C4 피카소,그랜드 C4 피카소,C4 스페이스투어러,그랜드 C4 스페이스투어러,C5 에어크로스,DS3,DS4,DS5}'),
  (420, 'DS', 'DS', '{DS 3 크로스백,DS 4,DS 7 크로스백}'),
  (430, '피아트', 'Fiat', '{500,500C,500X,프리몬트}'),
  (440, '스마트', 'Smart', '{포투,포투 카브리오,로드스터}'),
  (450, '사브', 'Saab', '{9-3,9-5}'),
  (460, '스바루', 'Subaru', '{레거시,아웃백,포레스터}'),
  (470, '미쓰비시', 'Mitsubishi', '{랜서,랜서 에볼루션,이클립스,아웃랜더,파제로,RVR}'),
  (500, '타타대우', 'Tata Daewoo', '{더쎈,구쎈,맥쎈,기쎈,노부스,프리마}'),
  (510, '자일대우버스', 'Zyle Daewoo Bus', '{레스타,BS090,BS106,BS110,FX116,FX120,FX212}'),
  (520, '볼보트럭', 'Volvo Trucks', '{FH,FH16,FM,FMX,FL,FE}'),
  (530, '스카니아', 'Scania', '{P 시리즈,G 시리즈,R 시리즈,S 시리즈}'),
  (540, '만', 'MAN', '{TGX,TGS,TGM,TGL,라이온스 코치,라이온스 더블데커}'),
  (550, '메르세데스-벤츠 트럭', 'Mercedes-Benz Trucks', '{악트로스,아록스,아테고,유니목}'),
  (560, '이베코', 'Iveco', '{S-웨이,T-웨이,X-웨이,유로카고,데일리,스트라리스,트래커}'),
  (570, '이스즈', 'Isuzu', '{엘프,포워드}'),
  (9990, '기타', 'Other', '{}')
) as seed (position, name, name_en, models);

-- Whoever registered a car before brands were known chooses it some day; until then it is another make.
alter table cars
  add column car_brand_id uuid references car_brands,
  add column image_id uuid;
update cars set car_brand_id = (select id from car_brands where name = '기타');
alter table cars alter column car_brand_id set not null;
